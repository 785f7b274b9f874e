import AppGroup
import AppGroupTerminal
import ArgumentParser

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "logout", "End a login, and forget what proved it.",
        discussion: "What was installed stays. What was only offered is not listed any more.")

    @Argument(help: "The server, where you are logged in at several.") var server: String?

    func run() async throws {
        let folders = try StoreFolders()
        var servers = ServerOptions()
        servers.server = server
        let account = try servers.account(in: folders, isEnding: true)
        // First here: a secret that nobody has is safe, whether or not the server hears of it. Then there, since what can fail
        // after that leaves no login that nobody can end.
        try AccountStore(folder: folders.configuration).remove(account)
        CatalogCache(folder: folders.cache).remove(for: account)
        do {
            if case .token = account.credential { try await StoreClient(account).logout() }
            Talk.say("Logged out at \(account.server).")
        } catch {
            Talk.say("Logged out at \(account.server). The server does not know yet: \(error)")
        }
        try forgetOffers(account)
    }

    private func forgetOffers(_ account: Account) throws {
        let family = Registry(group: account.group)
        let offered = try family.apps(order: .name, including: .all).filter { $0.availableVersion != nil }
        let updates = Dictionary(offered.map { ($0.id, AppVersion?.none) }, uniquingKeysWith: { first, _ in first })
        try family.setOffers([], updates: updates, from: account.source)
        // Which server an update was of is not known; what others offer is marked again.
        try CatalogSession.offerFromMemory(account.group)
    }
}
