import AppGroup
import AppGroupText
import RemoteFiles

/// The remote places.
struct RemoteListing: Listing {
    let remotes: [Remote]

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME"), TextTable.Column(header: "KIND"),
            TextTable.Column(header: "PLACE", shrinkOrder: 1, minimumWidth: 16), TextTable.Column(header: "USER"),
        ]
    }

    var rows: [[TextTable.Cell]] {
        remotes.map { remote in
            [
                TextTable.Cell(remote.name, style: .bold), TextTable.Cell(remote.kind.rawValue),
                TextTable.Cell(remote.place), TextTable.Cell(remote.user ?? ""),
            ]
        }
    }

    var records: [[String]] { remotes.map { [$0.name, $0.kind.rawValue, $0.place, $0.user ?? ""] } }

    var json: JSONValue {
        [
            "version": 1,
            "remotes": .array(
                remotes.map { remote in
                    [
                        "name": .string(remote.name), "kind": .string(remote.kind.rawValue),
                        "place": .string(remote.place), "user": JSONValue(text: remote.user),
                    ]
                }),
        ]
    }
}

/// What is in a folder of a remote place: folders first, then files, by name.
struct EntryListing: Listing {
    private let entries: [RemoteEntry]
    private let clock: LocalClock

    init(_ entries: [RemoteEntry], clock: LocalClock) {
        self.clock = clock
        self.entries = entries.sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 16),
            TextTable.Column(header: "SIZE", alignment: .right), TextTable.Column(header: "CHANGED", shrinkOrder: 1),
        ]
    }

    var rows: [[TextTable.Cell]] {
        entries.map { entry in
            [
                TextTable.Cell(entry.name + (entry.isFolder ? "/" : ""), style: entry.isFolder ? .bold : nil),
                TextTable.Cell(entry.size.map { "\(ByteCount($0))" } ?? ""),
                TextTable.Cell(entry.modified.map(clock.ago) ?? ""),
            ]
        }
    }

    var records: [[String]] {
        entries.map { entry in
            [
                entry.isFolder ? "folder" : "file", "\(entry.path)", entry.size.map(String.init) ?? "",
                entry.modified?.description ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "entries": .array(
                entries.map { entry in
                    [
                        "path": .string("\(entry.path)"), "kind": .string(entry.isFolder ? "folder" : "file"),
                        "size": entry.size.map { .integer($0) } ?? .null, "changed": JSONValue(text: entry.modified),
                    ]
                }),
        ]
    }
}
