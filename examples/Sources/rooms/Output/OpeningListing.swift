import AppGroupText

/// When and where there is a gap next.
struct OpeningListing: Listing {
    let openings: [(room: KnownRoom, start: Int64)]
    let clock: Clock

    init(_ table: RoomTable, _ clock: Clock) { (openings, self.clock) = (table.openings, clock) }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "NEXT FREE"), TextTable.Column(header: "ROOM"),
            TextTable.Column(header: "CITY", shrinkOrder: 1),
        ]
    }

    var rows: [[TextTable.Cell]] {
        openings.map { opening in
            [
                TextTable.Cell(clock.text(opening.start, in: opening.room.zone), style: .bold),
                TextTable.Cell(opening.room.name), TextTable.Cell(opening.room.city),
            ]
        }
    }

    var records: [[String]] { openings.map { [clock.record($0.start), $0.room.address, $0.room.name, $0.room.city] } }

    var json: JSONValue {
        .array(
            openings.map {
                [
                    "start": .string(clock.record($0.start)), "address": .string($0.room.address),
                    "name": .string($0.room.name), "city": .string($0.room.city),
                ]
            })
    }
}
