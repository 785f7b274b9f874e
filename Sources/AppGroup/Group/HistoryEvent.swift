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

    private(set) var moment: Timestamp {
        get {
            switch self {
            case .opening(let opening): opening.moment
            case .rise(let rise): rise.moment
            }
        }
        set {
            switch self {
            case .opening(var opening):
                opening.moment = newValue
                self = .opening(opening)
            case .rise(var rise):
                rise.moment = newValue
                self = .rise(rise)
            }
        }
    }

    var utcOffset: Int64 {
        switch self {
        case .opening(let opening): opening.utcOffset
        case .rise(let rise): rise.utcOffset
        }
    }

    /// What a group keeps, in the order in which it happened. An event that a wrong clock put into the future gets the moment of
    /// the one before it, or, if there is none, that of the next one.
    ///
    /// - Parameters:
    ///   - openings: The oldest first.
    ///   - rises: In the order of ``BadgeRise/opening``.
    ///   - latest: The last moment at which an event can have been.
    static func inOrder(_ openings: [AppOpening], _ rises: [BadgeRise], latest: Timestamp) -> [HistoryEvent] {
        let events = inOrder(openings, rises)
        var credible = events.lazy.map(\.moment).first { $0 <= latest } ?? latest
        return events.map { event in
            var event = event
            if event.moment > latest { event.moment = credible } else { credible = event.moment }
            return event
        }
    }

    private static func inOrder(_ openings: [AppOpening], _ rises: [BadgeRise]) -> [HistoryEvent] {
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
