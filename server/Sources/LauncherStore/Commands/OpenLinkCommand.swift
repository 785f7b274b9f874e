import AppGroup
import AppGroupTerminal
import AppPackage
import ArgumentParser

/// What the desktop runs for a link of a server's page, in a terminal of its own.
struct OpenLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-link", abstract: "Install what a link of a server's page names, after asking.",
        shouldDisplay: false)

    @Argument(help: "launcher-store://install?server=…&package=…") var link: String

    func run() async throws {
        do {
            try await install()
        } catch let error as any ReportableError {
            // The terminal would close before anybody had read it.
            Talk.say(error.description)
            _ = Talk.ask("Press Return to close.")
            throw ExitCode(error.exitStatus)
        }
        _ = Talk.ask("Press Return to close.")
    }

    private func install() async throws {
        let (link, folders) = (try StoreLink(link), try StoreFolders())
        guard let account = try AccountStore(folder: folders.configuration).account(at: link.server) else {
            throw StoreError(
                .notPermitted,
                "A page wants to install \(link.package) from \(link.server), where you are not logged in. If you know that server: "
                    + "launcher login \(link.server)")
        }
        let session = CatalogSession(folders: folders, accounts: [account], group: nil)
        let (sources, leftOut) = try await session.sources(fromMemory: false)
        let plan = InstallPlan(sources: sources, leftOut: leftOut, replaces: false)
        let order = try plan.order("\(link.package)", version: nil)
        let what =
            "\(order.entry.package.name) \(order.release.name) (\(link.package), \(ByteCount(order.release.size)))"
        guard Talk.confirm("Install \(what) from \(link.server)?") else {
            return Talk.say("Nothing was installed.")
        }
        var attempts = Attempts(count: 1)
        try await CatalogInstaller(folders: folders, keptVersions: Registry.defaultKeptVersions)
            .carryOut([order], &attempts, then: session, sources)
    }
}
