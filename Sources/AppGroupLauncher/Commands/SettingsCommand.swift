import AppGroup
import AppGroupTerminal
import ArgumentParser

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Values that every member of the family reads and writes.",
        subcommands: [List.self, Get.self, Set.self, Clear.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("list", of: "launcher settings", "List the settings.")

        @OptionGroup var group: GroupOptions
        @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

        func run() throws {
            let family = try group.family()
            Session.current.print(SettingsListing(group: family.group, settings: try family.settings()), as: format)
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("get", of: "launcher settings", "Print a setting.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The setting.") var key: String

        func run() throws {
            let family = try group.family()
            guard let value = try family.setting(FieldKey(key)) else {
                throw AppGroupError(
                    .notFound, "The group \(family.group) has no setting “\(key)”. What it has: launcher settings list")
            }
            Session.current.print("\(value)")
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "launcher settings", "Set a setting.",
            discussion:
                "Without --type a whole number is an integer, an RFC 3339 date and time a date, anything else text.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The setting.") var key: String
        @Argument(parsing: .allUnrecognized, help: "The value.") var value: [String]
        @Option(help: "string, integer or date.") var type: FieldType?

        func run() throws {
            let value = try FieldArgument.value(SingleArgument.value(of: value, named: "VALUE"), as: type)
            try group.family().setSetting(FieldKey(key), to: value)
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("clear", of: "launcher settings", "Take a setting away.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The setting.") var key: String

        func run() throws { try group.family().setSetting(FieldKey(key), to: nil) }
    }
}
