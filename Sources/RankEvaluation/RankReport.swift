package import AppGroup

/// How well each order and the known rules would have ranked recorded histories.
package struct RankReport: Sendable {
    /// A user with at least one scored event.
    package struct User: Sendable {
        package let name: String
        package let events: Int
        package let scored: Int
    }

    /// One order or rule.
    package struct Order: Sendable {
        package let name: String
        /// The figures for each user, in percent.
        package fileprivate(set) var byUser: [RankFigures] = []
        /// The mean over the users, in percent; `nil` without any.
        package var mean: RankFigures? { RankFigures.mean(byUser) }
    }

    /// The number of users in the trace, including those without a scored event.
    package let userCount: Int
    /// The number of uses of all items in the trace.
    package let eventCount: Int
    package private(set) var users: [User] = []
    package private(set) var orders: [Order]

    /// The names of everything that can be measured: every ``AppOrder`` and the known rules.
    package static let names = RankingRules.all(names: []).map(\.name)

    /// The most items of one user: ranking takes time in proportion.
    private static let mostItems = 10_000

    /// Replays a trace: a file with the columns `user`, `unix_time` (local wall clock) and `item`, separated by tabs, and
    /// perhaps `event`: `open`, `badge` or `clear`.
    ///
    /// - Parameters:
    ///   - names: The rules to measure, of ``names``.
    ///   - excludingCurrent: Leaves the item of the last event out of each ranking.
    ///   - skip: The number of first events of each user that are learned but not scored.
    ///   - badgeDelay: The number of seconds after its rise during which a badge is ignored.
    /// - Throws: ``AppGroupError`` that names the file and the line.
    package init(
        trace path: String, names orderNames: [String] = names, excludingCurrent: Bool, skip: Int,
        badgeDelay: Int64 = 0
    ) throws(AppGroupError) {
        orders = Self.names.filter(orderNames.contains).map { Order(name: $0) }
        let trace = try Trace(path: path)
        userCount = trace.users.count
        eventCount = trace.eventCount
        var numbers = [Int32](repeating: -1, count: trace.items.count)
        for user in trace.users.indices {
            let events = trace.events(of: user)
            let openings = events.count { $0.kind == .open }
            guard openings > skip else { continue }
            var names: [Int32] = []
            for event in events where event.kind == .open && numbers[Int(event.item)] < 0 {
                numbers[Int(event.item)] = Int32(names.count)
                names.append(event.item)
            }
            guard names.count <= Self.mostItems else {
                throw AppGroupError(
                    .invalidValue,
                    "The user \(PlainText.quoted(trace.users[user])) in \(path) has \(names.count) different items; "
                        + "\(Self.mostItems) at most can be ranked.")
            }
            var replay = UserReplay(
                names: names.map { trace.items[Int($0)] }, ruleNames: orderNames, excludingCurrent: excludingCurrent,
                skip: skip, badgeDelay: badgeDelay)
            for event in events where numbers[Int(event.item)] >= 0 {
                replay.follow(Int(numbers[Int(event.item)]), event.kind, at: event.seconds)
            }
            for name in names { numbers[Int(name)] = -1 }
            users.append(User(name: trace.users[user], events: openings, scored: replay.scored))
            for index in orders.indices {
                orders[index].byUser.append(replay.figures[index].scaled(by: 100 / Double(replay.scored)))
            }
        }
    }
}
