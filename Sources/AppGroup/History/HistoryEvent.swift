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

    fileprivate(set) var moment: Timestamp {
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

extension HistoryEvent {
    /// How many seconds later than possible an event may be, because clocks differ.
    private static let clockTolerance: Int64 = 86_400

    /// The last credible moment of an event that happened at this moment or before it.
    static func latest(_ moment: Timestamp) -> Timestamp { moment.adding(seconds: clockTolerance) }

    /// Whether no wrong clock put the event into the future.
    func isCredible(at now: Timestamp) -> Bool { moment <= Self.latest(now) }
}

/// Events in the order in which they happened, as they were recorded.
extension [HistoryEvent] {
    /// The events at moments at which they may have been. One that a wrong clock put into the future gets the moment of the one
    /// before it, or, if there is none, that of the next one. If all are in the future, they get the present moment.
    func credible(at now: Timestamp) -> [HistoryEvent] { limited(to: map { _ in now }, now: now) }

    /// The same as an earlier export gave it, while the wrong moments still lay ahead: an event also counts as one from the future
    /// if a later event has an earlier moment. Without such an event, a wrong moment that has passed looks like any other.
    func asExported(before now: Timestamp) -> [HistoryEvent] {
        var next = now
        let limits = reversed().map { event in
            defer { next = Swift.min(next, event.moment) }
            return next
        }
        return limited(to: limits.reversed(), now: now)
    }

    /// The events, which are in order of time, at moments that keep this order. A file has only whole seconds, and between two
    /// openings, rises have no order but that of their moments.
    func keepingOrder() -> [HistoryEvent] {
        var last: HistoryEvent?
        return map { event in
            var event = event
            if let last, last.moment.seconds == event.moment.seconds {
                let followsRise = last.kind != .open && event.kind != .open
                let next = Timestamp(milliseconds: last.moment.milliseconds + (followsRise ? 1 : 0))
                event.moment = Swift.max(event.moment, next.seconds == last.moment.seconds ? next : last.moment)
            }
            last = event
            return event
        }
    }

    /// - Parameter limits: A moment for each event that it did not happen after.
    private func limited(to limits: [Timestamp], now: Timestamp) -> [HistoryEvent] {
        let limited = zip(self, limits)
        var credible = limited.first { $0.isCredible(at: $1) }?.0.moment ?? now
        return limited.map { event, limit in
            var event = event
            if event.isCredible(at: limit) { credible = event.moment } else { event.moment = credible }
            return event
        }
    }
}
