import AppCatalog
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Serving

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Manage sessions: where users are logged in.",
        subcommands: [List.self, End.self])
}

extension SessionCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List a user's sessions.")

        @Argument(help: "The user.") var user: String
        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let list = try await catalog.administering { try await $0.sessions(of: user, at: .now) }
            SessionListing.listing(list).print(
                as: output.format, ifEmpty: "\(user) is not logged in anywhere.")
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End one or all of a user's sessions, within a second.",
            discussion: "On a terminal, it asks before it ends all of them.")

        @Argument(help: "The user.") var user: String
        @Argument(help: "The session's ID, from “session list”; all sessions if omitted.") var id: String?
        @Flag(help: "Do not ask before all sessions end.") var yes = false
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let count = try await catalog.administering { service in
                guard let id else {
                    let count = try await service.sessions(of: user, at: .now).sessions.count
                    try Talk.makeSure(
                        "End all sessions of \(user) (\(count))?", unless: yes || count == 0,
                        or: "No session was ended")
                    return try await service.endSessions(of: user, by: .command())
                }
                try await service.endSession(id, of: user, by: .command())
                return 1
            }
            ServerProgram.catalog.say("Ended \(Quantity(count, "session")) of \(user).")
        }
    }
}

/// The words for ``SessionCommand`` in older releases.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Manage sessions, like “session”.", shouldDisplay: false,
        subcommands: [SessionCommand.List.self, Revoke.self])

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End one or all of a user's sessions, like “session end”.")

        @OptionGroup var end: SessionCommand.End

        func run() async throws { try await end.run() }
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
