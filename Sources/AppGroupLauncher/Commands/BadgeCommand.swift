import AppGroup
import AppGroupCommands
import ArgumentParser

struct BadgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge", abstract: "Show or change an app's badge: how many things in it need attention.",
        subcommands: [Get.self, Set.self, Add.self, Clear.self, Total.self])

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("get", of: "launcher badge", "Print an app's badge.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String

        func run() throws {
            StandardOutput.print("\(try group.appToChange(what).app.badge)")
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "launcher badge", "Set an app's badge; 0 clears it.", usage: "[--group <group>] <app> <count>")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String
        @Argument(parsing: .allUnrecognized, help: "The badge, 0 or more.") var count: [String]

        func run() throws {
            let count = try SingleArgument.integer(of: count, named: "count")
            let badge = try BadgeCount(argument: count)
            try group.change(what) { try $0.setBadge(badge, of: $1) }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "launcher badge", "Add to an app's badge.", usage: "[--group <group>] <app> <count>",
            discussion:
                "The badge never falls below 0. If several processes add at the same time, each addition counts.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String
        @Argument(parsing: .allUnrecognized, help: "How much to add; may be negative, as in: badge add inbox -1")
        var count: [String]

        func run() throws {
            let delta = try SingleArgument.integer(of: count, named: "count")
            try group.change(what) { try $0.addToBadge(delta, of: $1) }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("clear", of: "launcher badge", "Set an app's badge to 0.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String

        func run() throws { try group.change(what) { try $0.setBadge(.zero, of: $1) } }
    }

    struct Total: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "total", of: "launcher badge", "Print the sum of the badges of all apps that “list” shows.")

        @OptionGroup var group: GroupOptions

        func run() throws {
            try group.checkExists()
            let totals = try group.reading(group.registries()) { try $0.totalBadge() }
            StandardOutput.print("\(totals.reduce(BadgeCount.zero) { $0.adding($1.1.value) })")
        }
    }
}
