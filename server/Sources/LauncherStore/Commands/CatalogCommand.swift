import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "catalog", "List the apps that your servers offer you, and which of them are installed.",
        discussion: """
            If a server cannot be reached, its last known catalog is listed, with its age. To log in: launcher login
            """)

    @OptionGroup var servers: ServerOptions
    @Option(name: [.long, .short], help: "List only the catalogs of this group.", completion: .groups) var group:
        String?
    @Argument(help: "List only these apps, with all their releases: id, name, or part of a name.")
    var names: [String] = []
    @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

    func run() async throws {
        let folders = try ClientFolders()
        let catalogs = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders), group: try group.map { try GroupID($0) })
        let (sources, leftOut) = try await catalogs.sources(forList: true)
        let all = sources.flatMap(\.view.entries)
        let shown = try names.isEmpty ? all : names.flatMap { try matches($0, in: all, leftOut) }
        StandardOutput.print(
            CatalogListing(clock: .current, sources: sources, entries: shown, showsReleases: !names.isEmpty),
            as: format)
        if format == .table, all.isEmpty, leftOut.isEmpty {
            Talk.say("There are no apps for you yet. Ask the server's administrator for the apps you need.")
        }
        if format == .table {
            if Talk.columns != nil {
                Talk.say("Logged in to \(catalogs.accounts.map(\.phrase).joined(separator: ", ")).")
            }
            for app in sources.flatMap(\.view.lost) { Talk.say(app.lostSentence) }
            for entry in shown { entry.lostReleaseSentence.map { Talk.say($0) } }
        }
        if let failure = leftOut.first?.failure ?? sources.unrecorded { throw failure.asExitCode }
    }

    private func matches(
        _ name: String, in entries: [CatalogEntry], _ leftOut: [InstallPlan.LeftOut]
    ) throws -> [CatalogEntry] {
        let offers = try entries.map { try AppOffer($0) }
        let found = Set(AppQuery.matches(name, in: offers))
        guard !found.isEmpty else {
            throw leftOut.first?.lacking(name)
                ?? ClientError(.notFound, "Your servers offer no app “\(name)”. To list their apps: launcher catalog")
        }
        return zip(entries, offers).filter { found.contains($0.1) }.map(\.0)
    }
}

extension [InstallPlan.Source] {
    /// Why the registry does not know what the first of these catalogs offers; `nil` if it knows all offers.
    var unrecorded: (any Error)? { lazy.compactMap(\.unrecorded).first }
}
