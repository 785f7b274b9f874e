import EWS

/// When a room is taken, within a window of time.
struct Availability: Hashable {
    /// A time in which the room is not free.
    struct Span: Hashable {
        /// Seconds since 1970.
        var range: Range<Int64>
        /// Whether nobody knows what it holds.
        var isUnknown: Bool
        /// The subject or the organizer of the meeting, if the server lets us see it.
        var holder: String?
    }

    /// The window, in seconds since 1970.
    let window: Range<Int64>
    /// What is not free, in order, without overlaps.
    let spans: [Span]

    /// Puts together what may overlap. A time that is taken for certain is not unknown.
    init(window: Range<Int64>, _ spans: [Span]) {
        self.window = window
        var edges = Set([window.lowerBound, window.upperBound])
        let inside = spans.map { span in
            var span = span
            span.range = span.range.clamped(to: window)
            return span
        }.filter { !$0.range.isEmpty }
        for span in inside { edges.formUnion([span.range.lowerBound, span.range.upperBound]) }
        let order = edges.sorted()
        var result: [Span] = []
        // Sorted by their beginnings, only those that have begun are looked at.
        let byStart = inside.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var open: [Span] = []
        var next = 0
        for (low, high) in zip(order, order.dropFirst()) {
            while next < byStart.count, byStart[next].range.lowerBound <= low {
                open.append(byStart[next])
                next += 1
            }
            open.removeAll { $0.range.upperBound <= low }
            guard !open.isEmpty else { continue }
            let taken = open.filter { !$0.isUnknown }
            let span = Span(
                range: low..<high, isUnknown: taken.isEmpty, holder: taken.lazy.compactMap(\.holder).first)
            if let last = result.last, last.range.upperBound == low, last.isUnknown == span.isUnknown,
                last.holder == span.holder || span.holder == nil
            {
                result[result.endIndex - 1].range = last.range.lowerBound..<high
            } else {
                result.append(span)
            }
        }
        self.spans = result
    }

    /// Nothing is known about the window.
    static func unknown(in window: Range<Int64>) -> Availability {
        Availability(window: window, [Span(range: window, isUnknown: true, holder: nil)])
    }

    /// What a server says in slots that follow each other (Exchange Web Services, MergedFreeBusy). A time without a slot is
    /// unknown.
    ///
    /// - Parameters:
    ///   - start: When the first slot begins.
    ///   - slot: The length of a slot, in seconds.
    static func spans(of levels: [BusyLevel], from start: Int64, slot: Int64, in window: Range<Int64>) -> [Span] {
        var spans: [Span] = []
        func add(_ range: Range<Int64>, _ isUnknown: Bool) {
            if let last = spans.last, last.range.upperBound == range.lowerBound, last.isUnknown == isUnknown {
                spans[spans.endIndex - 1].range = last.range.lowerBound..<range.upperBound
            } else {
                spans.append(Span(range: range, isUnknown: isUnknown, holder: nil))
            }
        }
        if window.lowerBound < start { add(window.lowerBound..<start, true) }
        var end = start
        for level in levels {
            if level != .free { add(end..<(end + slot), level == .unknown) }
            end += slot
        }
        if end < window.upperBound { add(end..<window.upperBound, true) }
        return spans
    }

    /// Whether a room can be had for some time.
    enum Answer: Hashable {
        /// It is free until then; nil if it stays free until the end of the window.
        case free(until: Int64?)
        /// It is taken until then; nil if it stays taken until the end of the window.
        case busy(until: Int64?, holder: String?)
        case unknown
    }

    /// Whether the room can be had in a part of the window.
    func answer(for range: Range<Int64>) -> Answer {
        let inside = spans.filter { $0.range.overlaps(range) }
        if let first = inside.first(where: { !$0.isUnknown }) {
            let end = end(ofSpansFrom: first.range.lowerBound)
            return .busy(until: end < window.upperBound ? end : nil, holder: first.holder)
        }
        guard inside.isEmpty, window.contains(range.lowerBound), range.upperBound <= window.upperBound else {
            return .unknown
        }
        return .free(until: spans.first { $0.range.lowerBound >= range.upperBound }?.range.lowerBound)
    }

    /// When a room that is free at the beginning of a part of the window is taken; nil if it is taken at once, or not at all.
    func firstTaken(in range: Range<Int64>) -> Int64? {
        let start = spans.first { !$0.isUnknown && $0.range.overlaps(range) }?.range.lowerBound
        return start.flatMap { $0 > range.lowerBound ? $0 : nil }
    }

    /// When the spans that follow each other without a gap end.
    private func end(ofSpansFrom start: Int64) -> Int64 {
        var end = start
        for span in spans where span.range.lowerBound <= end { end = max(end, span.range.upperBound) }
        return end
    }

    /// The free times that are long enough, in order.
    func gaps(ofAtLeast seconds: Int64) -> [Range<Int64>] {
        var gaps: [Range<Int64>] = []
        var start = window.lowerBound
        for span in spans {
            if span.range.lowerBound - start >= seconds { gaps.append(start..<span.range.lowerBound) }
            start = span.range.upperBound
        }
        if window.upperBound - start >= seconds { gaps.append(start..<window.upperBound) }
        return gaps
    }
}

/// The time that servers are asked about.
enum AvailabilityWindow {
    /// A day, in seconds: long enough to say when a room is taken or free again.
    static let length: Int64 = 86_400
    /// The length of a slot, in seconds, the shortest that servers answer (Exchange Web Services takes 5 minutes and more).
    static let slot: Int64 = 300
}
