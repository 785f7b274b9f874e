import AppCatalog
import AppGroup
import AppGroupTerminal
import AppPackage

/// What the user may have, as `launcher catalog` writes it.
struct CatalogListing: Listing {
    let sources: [InstallPlan.Source]
    /// Those entries that are shown.
    let entries: [CatalogEntry]

    private var isOneServer: Bool { sources.count == 1 }

    var columns: [TextTable.Column] {
        var columns = [
            TextTable.Column(header: "NAME", shrinkOrder: 3, minimumWidth: 8),
            TextTable.Column(header: "NEWEST", shrinkOrder: 3, minimumWidth: 5),
            TextTable.Column(header: "HERE", shrinkOrder: 3, minimumWidth: 5),
            TextTable.Column(header: "STATE", shrinkOrder: 2, minimumWidth: 9),
            TextTable.Column(header: "SIZE", alignment: .right, shrinkOrder: 1, minimumWidth: 6),
            TextTable.Column(header: "ID", shrinkOrder: 1, minimumWidth: 8),
        ]
        if !isOneServer { columns.append(TextTable.Column(header: "SERVER", shrinkOrder: 1, minimumWidth: 8)) }
        return columns
    }

    var rows: [[TextTable.Cell]] {
        entries.map { entry in
            let release = entry.newest ?? entry.package.releases[0]
            var cells = [
                TextTable.Cell("\(entry.package.name)", style: .bold),
                TextTable.Cell(release.name + (release.channel == .beta ? " (beta)" : "")),
                TextTable.Cell(entry.installed?.version?.description ?? (entry.installed == nil ? "" : "?")),
                TextTable.Cell(entry.phrase, style: entry.state == .update ? .green : .dim),
                TextTable.Cell("\(ByteCount(release.size))"), TextTable.Cell("\(entry.package.id)", style: .dim),
            ]
            if !isOneServer { cells.append(TextTable.Cell("\(entry.server)", style: .dim)) }
            return cells
        }
    }

    /// One line for each release.
    var records: [[String]] {
        entries.flatMap { entry in
            entry.package.releases.map { release in
                [
                    "\(entry.package.id)", "\(entry.package.name)", entry.state.rawValue,
                    entry.installed?.version?.description ?? "", release.version?.description ?? "",
                    release.build?.description ?? "", release.channel.rawValue, "\(release.size)", release.digest,
                    "\(release.published)", release == entry.newest ? "newest" : release.fits ? "older" : "unfit",
                    "\(entry.group)", "\(entry.server)", release.notes,
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
                    ]
                }),
        ]
    }
}

extension CatalogEntry {
    /// How it stands, for a person.
    fileprivate var phrase: String {
        switch state {
        case .notInstalled: "not installed"
        case .upToDate: "installed"
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
            "newest": JSONValue(text: newest?.digest), "releases": .array(package.releases.map(\.json)),
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
            "sha256": .string(digest), "published": JSONValue(text: published), "notes": .string(notes),
        ]
    }
}
