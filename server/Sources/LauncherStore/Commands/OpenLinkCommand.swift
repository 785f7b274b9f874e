import AppGroup
import AppGroupCommands
import AppGroupText
import AppPackage
import ArgumentParser

/// The command that the desktop runs in a new terminal when somebody follows a link on a server's page.
struct OpenLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-link", abstract: "Install the app that a link on a server's page names, after asking.",
        shouldDisplay: false)

    @Argument(help: "launcher-store://install?server=…&package=…") var link: String

    func run() async throws {
        do {
            try await install()
        } catch {
            // Otherwise the terminal would close before anybody could read it.
            let ending = Ending(of: error, from: Self.self)
            ending.print()
            _ = Talk.ask("Press Enter to close.")
            throw ExitCode(ending.status.rawValue)
        }
        _ = Talk.ask("Press Enter to close.")
    }

    private func install() async throws {
        let (link, folders) = (try ServerLink(link), try ClientFolders())
        guard let account = try LoginFiles(folder: folders.configuration).account(at: link.server) else {
            throw ClientError(
                .notPermitted,
                "A page wants to install \(link.package) from \(link.server), where you are not logged in. If you know that server: "
                    + "launcher login \(link.server)")
        }
        let catalogs = CatalogSession(folders: folders, accounts: [account], group: nil)
        let (sources, leftOut) = try await catalogs.sources(forList: false)
        // A link names exactly one app. The plan also finds apps by parts of their names, as a person types them.
        guard sources.contains(where: { $0.view.catalog.package(link.package) != nil }) else {
            throw ClientError(
                .notFound, "\(link.server) offers you no app \(link.package). To list its apps: launcher catalog")
        }
        let plan = InstallPlan(sources: sources, leftOut: leftOut)
        let order = try plan.choice("\(link.package)", version: nil).order(askingUnless: false)
        let what =
            "\(order.entry.package.name) \(order.release.name) (\(order.entry.package.id), \(ByteCount(order.release.size)))"
        guard Talk.confirm("Install \(what) from \(link.server)?") else {
            return Talk.say("Nothing was installed.")
        }
        var attempts = Attempts(count: 1)
        let installer = CatalogInstaller(folders: folders, keptVersions: Registry.defaultKeptVersions, now: .now)
        try await installer.carryOut([order], &attempts, then: catalogs, sources)
    }
}
