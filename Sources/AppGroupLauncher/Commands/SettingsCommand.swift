import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change values that all members of the group share.",
        subcommands: [List.self, Get.self, Set.self, Clear.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("list", of: "launcher settings", "List the settings.")

        @OptionGroup var group: GroupOptions
        @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

        func run() throws {
            try group.checkExists()
            let registry = try group.registry()
            let settings = try registry.settings()
            StandardOutput.print(SettingsListing(group: registry.group, settings: settings), as: format)
            if settings.isEmpty, format == .table {
                Talk.say(
                    "The group \(registry.group) has no setting yet. To see what can be set: launcher settings set --help"
                )
            }
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("get", of: "launcher settings", "Print a setting.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The setting.", completion: .settings) var key: String

        func run() throws {
            try group.checkExists()
            let registry = try group.registry()
            guard let value = try registry.setting(FieldKey(key)) else {
                throw AppGroupError(
                    .notFound,
                    "The group \(registry.group) has no setting “\(key)”. To list its settings: "
                        + registry.group.command("settings list"))
            }
            StandardOutput.print("\(value)")
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "launcher settings", "Set a setting.",
            usage: "[--group <group>] <key> <value> [--type <type>]",
            discussion: """
                Without --type, a whole number is stored as an integer, an RFC 3339 date and time as a date, and any \
                other value as text.

                These settings say how pages, images, menus and the home screen show the group: name is the heading; \
                theme is auto, light or dark; accent is a color such as purple or #3584e4; density is comfortable or \
                compact; size, the size of the icons, is small, medium or large. home-return is yes or no: whether the \
                home screen comes back after a terminal app ends. Any other value for these settings is refused, \
                unless --type is given.
                """)

        @OptionGroup var group: GroupOptions
        @Argument(help: "The setting.", completion: .settings) var key: String
        @Argument(parsing: .allUnrecognized, help: "The value.", completion: .settingValues) var value: [String]
        @Option(help: "The type of the value.") var type: FieldType?

        func run() throws {
            let value = try FieldArgument.value(SingleArgument.value(of: value, named: "value"), as: type)
            let key = try FieldKey(key)
            // A group may have its own settings under these keys; --type says that this is meant.
            if type == nil {
                try GroupAppearance.check(value, for: key)
                try HomeReturn.check(value, for: key)
            }
            try group.checkExists()
            try group.registry().setSetting(key, to: value)
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("clear", of: "launcher settings", "Remove a setting.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The setting.", completion: .settings) var key: String

        func run() throws {
            let key = try FieldKey(key)
            try group.checkExists()
            try group.registry().setSetting(key, to: nil)
        }
    }
}

/// The settings of a group, as `launcher settings list` writes them.
struct SettingsListing: Listing {
    let group: GroupID
    let settings: [FieldKey: FieldValue]

    private var sorted: [(key: FieldKey, value: FieldValue)] { settings.sorted { $0.key < $1.key } }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "KEY", shrinkOrder: 2), TextTable.Column(header: "VALUE", shrinkOrder: 1),
            TextTable.Column(header: "TYPE"),
        ]
    }

    var rows: [[TextTable.Cell]] {
        sorted.map {
            [
                TextTable.Cell("\($0.key)"), TextTable.Cell("\($0.value)"),
                TextTable.Cell($0.value.typeName, style: .dim),
            ]
        }
    }

    var records: [[String]] { sorted.map { ["\($0.key)", "\($0.value)", $0.value.typeName] } }

    var json: JSONValue {
        [
            "version": 1, "group": JSONValue(text: group),
            "settings": .object(sorted.map { ("\($0.key)", JSONValue($0.value)) }),
        ]
    }
}

extension FieldValue {
    fileprivate var typeName: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .date: "date"
        }
    }
}
