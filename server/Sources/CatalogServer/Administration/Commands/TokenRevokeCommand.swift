import ArgumentParser

struct TokenRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a login of a user, or all of them, within a second.")

    @Argument(help: "The user.") var user: String
    @Argument(help: "The login's id, as token list shows it; all of them where it is left out.") var id: String?
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let count = try await catalog.administering { service in
            guard let id else { return try await service.endSessions(of: user, by: .command()) }
            try await service.endSession(id, of: user, by: .command())
            return 1
        }
        Report.say("Ended \(count) \(count == 1 ? "login" : "logins") of \(user).")
    }
}
