import AppCatalog
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Serving

struct TeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Manage teams: users who are granted packages together.",
        subcommands: [Add.self, List.self, Join.self, Leave.self, Remove.self])
}

extension TeamCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a team, with the given members.")

        @Argument(help: "1 to 64 characters: a-z, 0-9 and . _ - + @, starting with a letter or a digit.")
        var name: String
        @Argument(help: "The users to add.") var members: [String] = []
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let members = members.distinct
            _ = try await catalog.administering { service in
                try await service.add(NewTeam(name: name), members: members, by: .command())
            }
            ServerProgram.catalog.say(
                "Added the team \(name)\(members.isEmpty ? "" : " of \(members.joined(separator: ", "))").")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the teams and their members.")

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let list: TeamList = try await catalog.administering { try await $0.teams() }
            WireListing(
                list, ["NAME", "SINCE", "MEMBERS"],
                list.teams.map { [.text($0.name), .moment($0.created), .text($0.members.joined(separator: " "))] }
            ).print(
                as: output.format, ifEmpty: "There are no teams yet. To add one: catalog-server team add NAME")
        }
    }

    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "join", abstract: "Add users to a team.")

        @Argument(help: "The team.") var name: String
        @Argument(help: "The users.") var members: [String]
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let members = members.distinct
            try await catalog.administering { try await $0.addMembers(members, to: name, by: .command()) }
            ServerProgram.catalog.say("\(members.joined(separator: ", ")) joined \(name).")
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "leave", abstract: "Remove users from a team.")

        @Argument(help: "The team.") var name: String
        @Argument(help: "The users.") var members: [String]
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let members = members.distinct
            try await catalog.administering { try await $0.removeMembers(members, from: name, by: .command()) }
            ServerProgram.catalog.say("\(members.joined(separator: ", ")) left \(name).")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a team and its grants.",
            discussion: "On a terminal, it asks first if the team has members or grants.")

        @Argument(help: "The team.") var name: String
        @Flag(help: "Do not ask.") var yes = false
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            try await catalog.administering { service in
                let members = try await service.teams().teams.first { $0.name == name }?.members.count ?? 0
                let grants = try await service.grants().grants.count { $0.subject == "team:\(name)" }
                try Talk.makeSure(
                    "Remove the team \(name) with \(Quantity(members, "member")) and \(Quantity(grants, "grant"))?",
                    unless: yes || members + grants == 0, or: "Nothing was removed")
                try await service.removeTeam(name, by: .command())
            }
            ServerProgram.catalog.say("Removed the team \(name).")
        }
    }
}

extension [String] {
    /// Each text once, in this order.
    fileprivate var distinct: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
