import AppCatalog
import AppGroup
import AppGroupText
import AppPackage

/// The apps that the user may have, as `launcher catalog` prints them.
struct CatalogListing: Listing {
    let clock: LocalClock
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
        if showsReleases { cells.insert(TextTable.Cell(clock.ago(release.published)), at: 4) }
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
