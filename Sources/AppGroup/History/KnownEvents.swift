import AppGroupPlatform

/// The events that a group keeps, by what a file can say of them. Two of the same kind, with the same app and the same moment, in
/// seconds, are the same.
struct KnownEvents {
    /// The places of events. What is last in a list is taken first.
    private var places: [Key: [Int]] = [:]
    private var taken: Set<Int> = []
    /// When the file was exported if all events were in the future then, in seconds; `nil` as long as that is not known.
    private var exported: Int64?

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
        // While there were no others, an export gave all of these the moment at which it was made.
        let ahead = events.prefix { !$0.isCredible(at: now) }
        for (place, event) in ahead.enumerated() { add(place, event, at: nil) }
    }

    private mutating func add(_ place: Int, _ event: HistoryEvent, at seconds: Int64?) {
        places[Key(seconds: seconds, app: event.app, kind: event.kind), default: []].append(place)
    }

    /// Takes an event that is the same as this one; `false` if there is none, or none anymore.
    mutating func take(_ event: HistoryEvent) -> Bool {
        if take(event, at: event.moment.seconds) { return true }
        guard exported == nil || exported == event.moment.seconds, take(event, at: nil) else { return false }
        exported = event.moment.seconds
        return true
    }

    private mutating func take(_ event: HistoryEvent, at seconds: Int64?) -> Bool {
        let key = Key(seconds: seconds, app: event.app, kind: event.kind)
        while let place = places[key]?.popLast() {
            if taken.insert(place).inserted { return true }
        }
        return false
    }
}
