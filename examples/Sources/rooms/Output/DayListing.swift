import AppGroupText

/// One room's day: when it is free and when it is not.
struct DayListing: Listing {
    let state: Availability
    let zone: Zone?
    let clock: Clock

    /// What follows each other in the day.
    private var parts: [(range: Range<Int64>, state: String, holder: String?)] {
        var parts: [(range: Range<Int64>, state: String, holder: String?)] = []
        var start = state.window.lowerBound
        for span in state.spans {
            if start < span.range.lowerBound { parts.append((start..<span.range.lowerBound, "free", nil)) }
            parts.append((span.range, span.isUnknown ? "unknown" : "busy", span.holder))
            start = span.range.upperBound
        }
        if start < state.window.upperBound { parts.append((start..<state.window.upperBound, "free", nil)) }
        return parts
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "WHEN"), TextTable.Column(header: "STATE"),
            TextTable.Column(header: "HELD BY", shrinkOrder: 1, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        parts.map { part in
            [
                TextTable.Cell(clock.text(part.range, in: zone)),
                TextTable.Cell(part.state, style: part.state == "free" ? .bold : .dim),
                TextTable.Cell(part.holder ?? ""),
            ]
        }
    }

    var records: [[String]] {
        parts.map {
            [
                clock.record($0.range.lowerBound), clock.record($0.range.upperBound), $0.state, $0.holder ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "parts": .array(
                parts.map { part in
                    [
                        "start": .string(clock.record(part.range.lowerBound)),
                        "end": .string(clock.record(part.range.upperBound)), "state": .string(part.state),
                        "holder": JSONValue(text: part.holder),
                    ]
                }),
        ]
    }
}
