import AppGroup
import AppGroupText

/// Something that was found.
struct SearchHit: Sendable {
    let kind: SearchKind
    /// The fund or the source that it belongs to; nil for unfiled mail.
    let owner: String?
    /// What names it in other commands: the path of a file, the title of a note, the number of an item or message.
    let selector: String
    let title: String
    let date: Timestamp
    /// The words around the text.
    let excerpt: String

    var kindName: String {
        switch kind {
        case .file: "file"
        case .note: "note"
        case .news: "news"
        case .mail: "mail"
        }
    }
}

/// What was found, the newest first.
struct SearchListing: Listing {
    let hits: [SearchHit]
    let clock: LocalClock

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "KIND"),
            TextTable.Column(header: "FUND OR SOURCE", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "NAME", shrinkOrder: 3, minimumWidth: 16),
            TextTable.Column(header: "DATE", shrinkOrder: 1, minimumWidth: 10),
            TextTable.Column(header: "TEXT", shrinkOrder: 4, minimumWidth: 16),
        ]
    }

    var rows: [[TextTable.Cell]] {
        hits.map { hit in
            let name = hit.kind == .news || hit.kind == .mail ? "\(hit.selector)  \(hit.title)" : hit.title
            return [
                TextTable.Cell(hit.kindName), TextTable.Cell(hit.owner ?? "unfiled"),
                TextTable.Cell(name, style: .bold),
                TextTable.Cell(clock.ago(hit.date)), TextTable.Cell(hit.excerpt, style: .dim),
            ]
        }
    }

    var records: [[String]] {
        hits.map { [$0.kindName, $0.owner ?? "", $0.selector, $0.title, $0.date.description, $0.excerpt] }
    }

    var json: JSONValue {
        [
            "version": 1,
            "found": .array(
                hits.map { hit in
                    [
                        "kind": .string(hit.kindName), "owner": JSONValue(text: hit.owner),
                        "selector": .string(hit.selector), "title": .string(hit.title),
                        "date": JSONValue(text: hit.date), "text": .string(hit.excerpt),
                    ]
                }),
        ]
    }
}
