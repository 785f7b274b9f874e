import AppGroup
import AppGroupTerminal
import ArgumentParser

struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "catalog", "List what you may have from the servers where you are logged in, and what is installed of it.",
        discussion: """
            Where a server cannot be reached, what it had last is listed, and when that was. To log in: launcher login
            """)

    @OptionGroup var servers: ServerOptions
    @Option(name: [.long, .short], help: "Only the catalogues of this group.", completion: .groups) var group: String?
    @Argument(help: "Only these: id, name, or a part of it.") var names: [String] = []
    @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

    func run() async throws {
        let folders = try StoreFolders()
        let session = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders), group: try group.map { try GroupID($0) })
        let (sources, leftOut) = try await session.sources(fromMemory: true)
        let all = sources.flatMap(\.view.entries)
        let shown = try names.isEmpty ? all : names.flatMap { try matches($0, in: all, leftOut) }
        Session.current.print(CatalogListing(sources: sources, entries: shown), as: format)
        if format == .table, all.isEmpty, leftOut.isEmpty {
            Talk.say("There is nothing for you yet. Ask whoever runs the server for what you need.")
        }
        for app in sources.flatMap(\.view.lost) where format == .table { Talk.say(app.lostSentence) }
        if let failure = leftOut.first?.failure { throw failure.asExitCode }
    }

    private func matches(
        _ name: String, in entries: [CatalogEntry], _ leftOut: [InstallPlan.LeftOut]
    ) throws -> [CatalogEntry] {
        let offers = try entries.map { try Offer($0) }
        let found = Set(AppQuery.matches(name, in: offers))
        guard !found.isEmpty else {
            throw leftOut.first?.failure
                ?? StoreError(.notFound, "There is no “\(name)” in what you may have. What there is: launcher catalog")
        }
        return zip(entries, offers).filter { found.contains($0.1) }.map(\.0)
    }
}

extension AppRecord {
    /// That a server does not have an app for this user any more that came from it.
    var lostSentence: String {
        "\(name) (\(id)) is not offered to you any more. It stays as it is; to take it away: launcher remove \(id)"
    }
}

extension Error {
    /// The status of an error that was said already.
    var asExitCode: ExitCode { ExitCode((self as? any ReportableError)?.exitStatus ?? 70) }
}
