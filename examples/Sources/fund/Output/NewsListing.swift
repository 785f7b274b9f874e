import AppGroup
import AppGroupText

/// Items of feeds, one on each line. The number of an item never changes.
struct NewsListing: Listing {
    let items: [NewsItem]
    let clock: LocalClock

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "N", alignment: .right),
            TextTable.Column(header: "SOURCE", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "DATE", shrinkOrder: 1, minimumWidth: 10),
            TextTable.Column(header: "TITLE", shrinkOrder: 3, minimumWidth: 16),
        ]
    }

    var rows: [[TextTable.Cell]] {
        items.map { item in
            [
                TextTable.Cell("\(item.isRead ? "" : "● ")\(item.id)"), TextTable.Cell(item.source),
                TextTable.Cell(clock.ago(item.date)), TextTable.Cell(item.title, style: item.isRead ? nil : .bold),
            ]
        }
    }

    var records: [[String]] {
        items.map { item in
            [
                "\(item.id)", item.isRead ? "read" : "unread", item.date.description, item.source, item.title,
                item.link ?? "",
            ]
        }
    }

    var json: JSONValue { ["version": 1, "news": .array(items.map(Self.json))] }

    static func json(_ item: NewsItem) -> JSONValue {
        [
            "number": .integer(Int(item.id)), "title": .string(item.title), "source": .string(item.source),
            "date": JSONValue(text: item.date), "link": JSONValue(text: item.link),
            "author": JSONValue(text: item.author),
            "unread": .bool(!item.isRead),
        ]
    }
}
