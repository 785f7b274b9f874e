import AppCatalog
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Serving

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Manage tokens: the logins of users.",
        subcommands: [List.self, Revoke.self])
}

extension TokenCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List where a user is logged in.")

        @Argument(help: "The user.") var user: String
        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let list = try await catalog.administering { try await $0.sessions(of: user, at: .now) }
            SessionListing.listing(list).print(as: output.format)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End one or all of a user's logins, within a second.",
            discussion: "On a terminal, it asks before it ends all of them.")

        @Argument(help: "The user.") var user: String
        @Argument(help: "The login's ID, from “token list”; all logins if omitted.") var id: String?
        @Flag(help: "Do not ask before all logins end.") var yes = false
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let count = try await catalog.administering { service in
                guard let id else {
                    let count = try await service.sessions(of: user, at: .now).sessions.count
                    try Talk.makeSure(
                        "End all logins of \(user) (\(count))?", unless: yes || count == 0,
                        or: "No login was ended")
                    return try await service.endSessions(of: user, by: .command())
                }
                try await service.endSession(id, of: user, by: .command())
                return 1
            }
            ServerProgram.catalog.say("Ended \(Quantity(count, "login")) of \(user).")
        }
    }
}

/// Where a user is logged in.
enum SessionListing {
    static func listing(_ list: SessionList) -> WireListing<SessionList> {
        WireListing(
            list, ["ID", "LAST USED", "SINCE", "UNTIL", "CLIENT"],
            list.sessions.map {
                [.text($0.id), .moment($0.lastUsed), .moment($0.created), .text($0.expires), .text($0.client)]
            })
    }
}
