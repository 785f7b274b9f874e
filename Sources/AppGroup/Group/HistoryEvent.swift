/// A line of an exported history: an opening, or what happened to a badge.
enum HistoryEvent {
    case opening(AppOpening)
    case rise(BadgeRise)

    /// What the column `event` says.
    enum Kind: String, CaseIterable {
        case open, badge, clear
    }

    /// An event without a number.
    init(_ kind: Kind, of app: AppID, at moment: Timestamp, utcOffset: Int64) {
        switch kind {
        case .open:
            self = .opening(
                AppOpening(number: .none, app: app, moment: moment, utcOffset: utcOffset, isClaimed: true))
        case .badge, .clear:
            self = .rise(
                BadgeRise(
                    app: app, opening: .none, moment: moment, utcOffset: utcOffset, isCleared: kind == .clear))
        }
    }

    var kind: Kind {
        switch self {
        case .opening: .open
        case .rise(let rise): rise.isCleared ? .clear : .badge
        }
    }

    var app: AppID {
        switch self {
        case .opening(let opening): opening.app
        case .rise(let rise): rise.app
        }
    }

    var moment: Timestamp {
        switch self {
        case .opening(let opening): opening.moment
        case .rise(let rise): rise.moment
        }
    }

    var utcOffset: Int64 {
        switch self {
        case .opening(let opening): opening.utcOffset
        case .rise(let rise): rise.utcOffset
        }
    }

    /// What a group keeps, in the order in which it happened.
    ///
    /// - Parameters:
    ///   - openings: The oldest first.
    ///   - rises: In the order of ``BadgeRise/opening``.
    static func inOrder(_ openings: [AppOpening], _ rises: [BadgeRise]) -> [HistoryEvent] {
        // Between two openings, rises have no order but that of time.
        let rises = rises.sorted { ($0.opening, $0.moment) < ($1.opening, $1.moment) }
        var events: [HistoryEvent] = []
        var next = rises.startIndex
        for opening in openings {
            while next < rises.endIndex, rises[next].opening < opening.number {
                events.append(.rise(rises[next]))
                next += 1
            }
            events.append(.opening(opening))
        }
        return events + rises[next...].map(HistoryEvent.rise)
    }
}
