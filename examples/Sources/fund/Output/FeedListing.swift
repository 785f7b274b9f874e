import AppGroup
import AppGroupText

/// The feeds that the user follows, one on each line.
struct FeedListing: Listing {
    let feeds: [FollowedFeed]
    /// How many unread items each feed has.
    let unread: [FollowedFeed.ID: Int]
    /// The names of the funds.
    let funds: [Fund.ID: String]
    let clock: LocalClock
    private let addresses: Set<String>

    init(feeds: [FollowedFeed], unread: [FollowedFeed.ID: Int], funds: [Fund.ID: String], clock: LocalClock) {
        (self.feeds, self.unread, self.funds, self.clock) = (feeds, unread, funds, clock)
        addresses = Set(feeds.map(\.address))
    }

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
            let problem = problem(of: feed)
            return [
                TextTable.Cell(feed.title, style: .bold), TextTable.Cell(unread[feed.id].map { "\($0)" } ?? ""),
                TextTable.Cell(fund(of: feed) ?? ""), TextTable.Cell(feed.check.checked.map(clock.ago) ?? "never"),
                TextTable.Cell(problem ?? feed.address, style: problem == nil ? nil : .yellow),
            ]
        }
    }

    /// What is wrong with a feed; nil if nothing is.
    private func problem(of feed: FollowedFeed) -> String? {
        if let problem = feed.check.problem { return problem }
        // A feed doesn't get the address of another one, so it stays at its old address.
        guard feed.check.moves >= 2, let target = feed.check.movedTo, target != feed.address, addresses.contains(target)
        else { return nil }
        return "\(feed.address) has moved to \(target), which you also follow. Remove one of them: fund feed rm"
    }

    private func fund(of feed: FollowedFeed) -> String? { feed.fund.flatMap { funds[$0] } }

    var records: [[String]] {
        feeds.map { feed in
            [
                feed.address, feed.title, "\(unread[feed.id] ?? 0)", fund(of: feed) ?? "",
                feed.check.checked?.description ?? "", problem(of: feed) ?? "",
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
                        "checked": JSONValue(text: feed.check.checked), "problem": JSONValue(text: problem(of: feed)),
                    ]
                }),
        ]
    }
}
