import AppGroupPlatform

/// The events that a group keeps, by what a file can say of them. Two of the same kind, with the same app and the same moment, in
/// seconds, are the same.
struct KnownEvents {
    /// The places of events. What is last in a list is taken first.
    private var places: [Key: [Int]] = [:]
    private var taken: Set<Int> = []

    private struct Key: Hashable {
        /// `nil` for an event at whatever moment.
        let seconds: Int64?
        let app: AppID
        let kind: HistoryEvent.Kind
    }

    /// - Parameter events: In the order in which they happened, as they were recorded.
    init(_ events: [HistoryEvent], at now: Timestamp) {
        for events in [events.asExported(before: now), events.credible(at: now)] {
            for (place, event) in events.enumerated() { add(place, event, at: event.moment.seconds) }
        }
        // An export gave all of them the moment at which it was made.
        if !events.contains(where: { $0.isCredible(at: now) }) {
            for (place, event) in events.enumerated() { add(place, event, at: nil) }
        }
    }

    private mutating func add(_ place: Int, _ event: HistoryEvent, at seconds: Int64?) {
        places[Key(seconds: seconds, app: event.app, kind: event.kind), default: []].append(place)
    }

    /// Takes an event that is the same as this one; `false` if there is none, or none any more.
    mutating func take(_ event: HistoryEvent) -> Bool {
        for seconds in [event.moment.seconds, nil] {
            let key = Key(seconds: seconds, app: event.app, kind: event.kind)
            while let place = places[key]?.popLast() {
                if taken.insert(place).inserted { return true }
            }
        }
        return false
    }
}
