import AppGroup
import AppGroupCommands
import AppGroupText

/// The feeds that the user follows, one on each line.
struct FeedListing: Listing {
    let feeds: [FollowedFeed]
    /// How many unread items each feed has.
    let unread: [Int64: Int]
    /// The names of the funds.
    let funds: [Int64: String]
    let session = Session.current

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "TITLE", shrinkOrder: 4, minimumWidth: 12),
            TextTable.Column(header: "UNREAD", alignment: .right),
            TextTable.Column(header: "FUND", shrinkOrder: 2, minimumWidth: 6),
            TextTable.Column(header: "CHECKED", shrinkOrder: 1, minimumWidth: 8),
            TextTable.Column(header: "ADDRESS OR PROBLEM", shrinkOrder: 3, minimumWidth: 16, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        feeds.map { feed in
            [
                TextTable.Cell(feed.title, style: .bold), TextTable.Cell(unread[feed.id].map { "\($0)" } ?? ""),
                TextTable.Cell(fund(of: feed) ?? ""), TextTable.Cell(feed.check.checked.map(session.ago) ?? "never"),
                TextTable.Cell(feed.check.problem ?? feed.address, style: feed.check.problem == nil ? nil : .yellow),
            ]
        }
    }

    private func fund(of feed: FollowedFeed) -> String? { feed.fund.flatMap { funds[$0] } }

    var records: [[String]] {
        feeds.map { feed in
            [
                feed.address, feed.title, "\(unread[feed.id] ?? 0)", fund(of: feed) ?? "",
                feed.check.checked?.description ?? "", feed.check.problem ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "feeds": .array(
                feeds.map { feed in
                    [
                        "address": .string(feed.address), "title": .string(feed.title),
                        "home": JSONValue(text: feed.home), "folders": .array(feed.folders.map(JSONValue.string)),
                        "fund": JSONValue(text: fund(of: feed)), "unread": .integer(unread[feed.id] ?? 0),
                        "checked": JSONValue(text: feed.check.checked), "problem": JSONValue(text: feed.check.problem),
                    ]
                }),
        ]
    }
}
