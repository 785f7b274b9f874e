import AppGroupText

/// The user's bookings, the next first.
struct BookingListing: Listing {
    let bookings: [Booking]
    let zones: [String: Zone]
    let clock: Clock

    /// - Parameter state: Says where the rooms are.
    init(_ bookings: [Booking], _ state: RoomsState, _ clock: Clock) {
        self.bookings = bookings.sorted { ($0.start.seconds, $0.id) < ($1.start.seconds, $1.id) }
        zones = Dictionary(
            bookings.compactMap { booking in
                state.places[booking.room.lowercased()]?.zone.flatMap { ZoneFile.zone(named: $0) }
                    .map { (booking.room, $0) }
            }, uniquingKeysWith: { first, _ in first })
        self.clock = clock
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "ID"), TextTable.Column(header: "WHEN"),
            TextTable.Column(header: "ROOM", shrinkOrder: 2, minimumWidth: 12),
            TextTable.Column(header: "SUBJECT", shrinkOrder: 1, minimumWidth: 8),
            TextTable.Column(header: "STATUS", shrinkOrder: 3, minimumWidth: 10, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        bookings.map { booking in
            let isOver = booking.end.seconds <= clock.now
            return [
                TextTable.Cell(booking.shortID, style: .bold),
                TextTable.Cell(clock.text(booking.range, in: zones[booking.room])), TextTable.Cell(booking.roomName),
                TextTable.Cell(booking.subject),
                TextTable.Cell(isOver ? "over" : booking.outcome, style: isOver ? .dim : nil),
            ]
        }
    }

    var records: [[String]] {
        bookings.map {
            [
                $0.id, clock.record($0.start.seconds), clock.record($0.end.seconds), $0.room, $0.roomName, $0.subject,
                $0.status.rawValue, $0.reason ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "bookings": .array(
                bookings.map {
                    [
                        "id": .string($0.id), "start": .string(clock.record($0.start.seconds)),
                        "end": .string(clock.record($0.end.seconds)), "room": .string($0.room),
                        "roomName": .string($0.roomName), "subject": .string($0.subject),
                        "status": .string($0.status.rawValue), "reason": JSONValue(text: $0.reason),
                    ]
                }),
        ]
    }
}

extension Booking {
    /// Where it stands, and why.
    var outcome: String { [status.phrase, reason].compactMap(\.self).joined(separator: ": ") }

    /// When it is, in seconds since 1970.
    var range: Range<Int64> { start.seconds..<max(start.seconds, end.seconds) }
}
