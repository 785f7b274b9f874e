import AppGroup
import AppGroupCommands
import ArgumentParser

struct FieldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "field", abstract: "Show or change an app's fields: the values that it shares besides its badge.",
        subcommands: [Get.self, Set.self, Add.self, Clear.self, Total.self])

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("get", of: "launcher field", "Print a field of an app.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String
        @Argument(help: "The field.", completion: .fields) var key: String

        func run() throws {
            let key = try FieldKey(key)
            let app = try group.appToChange(what).app
            guard let value = app.fields[key] else {
                let info = app.group.command("info \(app.id)")
                throw AppGroupError(.notFound, "\(app.id) has no field “\(key)”. To list its fields: \(info)")
            }
            StandardOutput.print("\(value)")
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "launcher field", "Set a field of an app.",
            usage: "[--group <group>] <app> <key> <value> [--type <type>]",
            discussion: """
                Without --type, a whole number is stored as an integer, an RFC 3339 date and time as a date, and any \
                other value as text.
                """)

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String
        @Argument(help: "The field.", completion: .fields) var key: String
        @Argument(parsing: .allUnrecognized, help: "The value.") var value: [String]
        @Option(help: "The type of the value.") var type: FieldType?

        func run() throws {
            let value = try FieldArgument.value(SingleArgument.value(of: value, named: "value"), as: type)
            let key = try FieldKey(key)
            try group.change(what) { try $0.setField(key, to: value, of: $1) }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "launcher field", "Add to an integer field of an app.",
            usage: "[--group <group>] <app> <key> <count>",
            discussion: "A missing field counts as 0. If several processes add at the same time, each addition counts.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String
        @Argument(help: "The field.", completion: .fields) var key: String
        @Argument(parsing: .allUnrecognized, help: "How much to add; may be negative.") var count: [String]

        func run() throws {
            let delta = try SingleArgument.integer(of: count, named: "count")
            let key = try FieldKey(key)
            try group.change(what) { try $0.addToField(key, by: delta, of: $1) }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("clear", of: "launcher field", "Remove a field.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String
        @Argument(help: "The field.", completion: .fields) var key: String

        func run() throws {
            let key = try FieldKey(key)
            try group.change(what) { try $0.setField(key, to: nil, of: $1) }
        }
    }

    struct Total: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "total", of: "launcher field", "Print the sum of an integer field over all apps that “list” shows.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The field.", completion: .fields) var key: String

        func run() throws {
            let key = try FieldKey(key)
            try group.checkExists()
            let apps = try group.reading(group.registries()) { try $0.apps(order: .name) }.flatMap(\.1)
            StandardOutput.print("\(apps.totalField(key))")
        }
    }
}
