import AppGroup
import AppGroupTerminal
import ArgumentParser

struct FieldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "field", abstract: "Further values that an app volunteers.",
        subcommands: [Get.self, Set.self, Add.self, Clear.self, Total.self])

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("get", of: "launcher field", "Print a field of an app.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The identifier.", completion: .appIDs) var id: String
        @Argument(help: "The field.") var key: String

        func run() throws {
            let family = try group.family()
            let (id, key) = (try AppID(id), try FieldKey(key))
            guard let app = try family.app(id) else { throw group.noSuchApp("\(id)", in: [family]) }
            guard let value = app.fields[key] else {
                throw AppGroupError(.notFound, "\(id) has no field “\(key)”. What it has: launcher info \(id)")
            }
            Session.current.print("\(value)")
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "launcher field", "Set a field of an app.",
            discussion:
                "Without --type a whole number is an integer, an RFC 3339 date and time a date, anything else text.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The identifier.", completion: .appIDs) var id: String
        @Argument(help: "The field.") var key: String
        @Argument(parsing: .allUnrecognized, help: "The value.") var value: [String]
        @Option(help: "string, integer or date.") var type: FieldType?

        func run() throws {
            let value = try FieldArgument.value(SingleArgument.value(of: value, named: "VALUE"), as: type)
            try group.family().setField(FieldKey(key), to: value, of: AppID(id))
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "launcher field", "Add to an integer field of an app.",
            discussion: "A field that is not there counts as 0. Additions of several processes at once all count.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The identifier.", completion: .appIDs) var id: String
        @Argument(help: "The field.") var key: String
        @Argument(parsing: .allUnrecognized, help: "How many; may be negative.") var count: [String]

        func run() throws {
            let delta = try SingleArgument.integer(of: count, named: "N")
            try group.family().addToField(FieldKey(key), delta, of: AppID(id))
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("clear", of: "launcher field", "Take a field away.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The identifier.", completion: .appIDs) var id: String
        @Argument(help: "The field.") var key: String

        func run() throws { try group.family().setField(FieldKey(key), to: nil, of: AppID(id)) }
    }

    struct Total: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "total", of: "launcher field", "Print the sum of an integer field over all apps that “list” shows.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The field.") var key: String

        func run() throws {
            let key = try FieldKey(key)
            let apps = try group.reading(group.families()) { try $0.apps(order: .name) }.flatMap(\.1)
            Session.current.print("\(apps.totalField(key))")
        }
    }
}
