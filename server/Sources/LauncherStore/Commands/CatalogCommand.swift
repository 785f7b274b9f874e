import AppCatalog
import AppGroup
import AppGroupCommands
import AppGroupText
import AppPackage
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
        let session = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders), group: try group.map { try GroupID($0) })
        let (sources, leftOut) = try await session.sources(forList: true)
        let all = sources.flatMap(\.view.entries)
        let shown = try names.isEmpty ? all : names.flatMap { try matches($0, in: all, leftOut) }
        Session.current.print(
            CatalogListing(sources: sources, entries: shown, showsReleases: !names.isEmpty), as: format)
        if format == .table, all.isEmpty, leftOut.isEmpty {
            Talk.say("There are no apps for you yet. Ask the server's administrator for the apps you need.")
        }
        if format == .table {
            if Talk.columns != nil {
                Talk.say("Logged in to \(session.accounts.map(\.phrase).joined(separator: ", ")).")
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

extension Error {
    /// The exit status of an error that was reported already.
    var asExitCode: ExitCode { ExitCode(Ending(of: self, from: RootCommand.self).status.rawValue) }
}

/// The apps that the user may have, as `launcher catalog` prints them.
struct CatalogListing: Listing {
    let sources: [InstallPlan.Source]
    /// The entries to show.
    let entries: [CatalogEntry]
    /// Whether the table has a row for each release, and not only for the newest one that runs here.
    var showsReleases = false

    private var isOneServer: Bool { sources.count == 1 }

    var columns: [TextTable.Column] {
        var columns = [
            TextTable.Column(header: "NAME", shrinkOrder: 3, minimumWidth: 8),
            TextTable.Column(header: showsReleases ? "RELEASE" : "NEWEST", shrinkOrder: 3, minimumWidth: 5),
            TextTable.Column(header: "HERE", shrinkOrder: 3, minimumWidth: 5),
            TextTable.Column(header: "STATE", shrinkOrder: 2, minimumWidth: 9),
            TextTable.Column(header: "SIZE", alignment: .right, shrinkOrder: 1, minimumWidth: 6),
            TextTable.Column(header: "ID", shrinkOrder: 1, minimumWidth: 8, keepsEnd: true),
        ]
        if showsReleases { columns.insert(TextTable.Column(header: "PUBLISHED", shrinkOrder: 2), at: 4) }
        if !isOneServer { columns.append(TextTable.Column(header: "SERVER", shrinkOrder: 1, minimumWidth: 8)) }
        return columns
    }

    var rows: [[TextTable.Cell]] {
        entries.flatMap { entry in
            (showsReleases ? entry.package.releases : [entry.main]).map { row(of: $0, in: entry) }
        }
    }

    private func row(of release: TrustedRelease, in entry: CatalogEntry) -> [TextTable.Cell] {
        var cells = [
            TextTable.Cell("\(entry.package.name)", style: .bold),
            TextTable.Cell(release.name + (release.channel == .beta ? " (beta)" : "")),
            TextTable.Cell(entry.installed?.version?.description ?? (entry.installed == nil ? "" : "?")),
            TextTable.Cell(
                entry.phrase(for: release), style: entry.state == .update && release == entry.main ? .green : .dim),
            TextTable.Cell("\(ByteCount(release.size))"), TextTable.Cell("\(entry.package.id)", style: .dim),
        ]
        if showsReleases { cells.insert(TextTable.Cell(Session.current.ago(release.published)), at: 4) }
        if !isOneServer { cells.append(TextTable.Cell("\(entry.server)", style: .dim)) }
        return cells
    }

    /// One line for each release.
    var records: [[String]] {
        entries.flatMap { entry in
            entry.package.releases.map { release in
                [
                    "\(entry.package.id)", "\(entry.package.name)", entry.state.rawValue,
                    entry.installed?.version?.description ?? "", release.version?.description ?? "",
                    release.build?.description ?? "", release.channel.rawValue, "\(release.size)",
                    release.digest.description,
                    "\(release.published)", release == entry.newest ? "newest" : release.fits ? "older" : "unfit",
                    "\(entry.group)", "\(entry.server)", release.notes,
                    entry.isInstalledOffered.map { $0 ? "offered" : "lost" } ?? "",
                    entry.isUpdateDeclined ? "declined" : "",
                ]
            }
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "catalogs": .array(
                sources.map { source in
                    [
                        "server": JSONValue(text: source.view.catalog.server),
                        "group": JSONValue(text: source.view.catalog.group),
                        "asOf": JSONValue(text: source.view.catalog.asOf),
                        "packages": .array(
                            entries.filter { $0.server == source.view.catalog.server }.map(\.json)),
                        "lost": .array(
                            source.view.lost.map { app in
                                [
                                    "id": JSONValue(text: app.id), "name": JSONValue(text: app.name),
                                    "installedVersion": JSONValue(text: app.version),
                                ]
                            }),
                    ]
                }),
        ]
    }
}

extension CatalogEntry {
    /// The release in whose row its state is shown.
    fileprivate var main: TrustedRelease { newest ?? package.releases[0] }

    /// What to say about one of its releases, for a person.
    fileprivate func phrase(for release: TrustedRelease) -> String {
        if release == main { return phrase }
        guard release.fits else { return "not for here" }
        guard let installed, installed.packages.contains(release.digest) else { return "" }
        return release.digest == installed.currentPackage ? "installed" : "kept"
    }

    /// Its state, for a person.
    private var phrase: String {
        switch state {
        case .notInstalled: "not installed"
        case .upToDate: hasLostRelease ? "no longer offered" : "installed"
        case .update: "update"
        case .foreign: origin.map { "from \($0)" } ?? "from a file"
        case .byHand: "by hand"
        case .unfit: "not for here"
        }
    }

    fileprivate var json: JSONValue {
        [
            "id": JSONValue(text: package.id), "name": JSONValue(text: package.name), "state": .string(state.rawValue),
            "installedVersion": JSONValue(text: installed?.version), "origin": JSONValue(text: origin),
            "newest": JSONValue(text: newest?.digest.description), "releases": .array(package.releases.map(\.json)),
            "installedOffered": isInstalledOffered.map { .bool($0) } ?? .null, "declined": .bool(isUpdateDeclined),
        ]
    }
}

extension TrustedRelease {
    fileprivate var json: JSONValue {
        [
            "version": JSONValue(text: version), "build": JSONValue(text: build), "channel": .string(channel.rawValue),
            "operatingSystem": JSONValue(text: platform.operatingSystem),
            "architectures": .array(platform.architectures.map { .string($0.name(on: platform.operatingSystem)) }),
            "fits": .bool(fits), "size": .integer(Int(clamping: size)),
            "unpackedSize": .integer(Int(clamping: unpackedSize)),
            "sha256": .string(digest.description), "published": JSONValue(text: published), "notes": .string(notes),
        ]
    }
}
