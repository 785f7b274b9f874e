import AppGroupText

/// Rooms that are free at a time, and if the user wants them, the others.
struct RoomListing: Listing {
    let lines: [RoomTable.Line]
    let clock: Clock
    private let openings: OpeningListing

    /// - Parameter showsAll: Whether rooms that are not free are shown.
    init(_ table: RoomTable, showsAll: Bool, _ clock: Clock) {
        lines = showsAll ? table.lines : table.lines.filter(\.isFree)
        self.clock = clock
        openings = OpeningListing(table, clock)
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "CITY", shrinkOrder: 3, minimumWidth: 6), TextTable.Column(header: "ROOM"),
            TextTable.Column(header: "SEATS", alignment: .right), TextTable.Column(header: "FLOOR", shrinkOrder: 1),
            TextTable.Column(header: "HAS", shrinkOrder: 2, minimumWidth: 6),
            TextTable.Column(header: "STATUS", shrinkOrder: 4, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        var city: String?
        return lines.map { line in
            let isFirst = city != line.room.city.lowercased()
            city = line.room.city.lowercased()
            return [
                TextTable.Cell(isFirst ? line.room.city : "", style: .bold), TextTable.Cell(line.room.name),
                TextTable.Cell(line.room.capacity.map(String.init) ?? ""), TextTable.Cell(line.room.place?.floor ?? ""),
                TextTable.Cell(line.room.equipment.joined(separator: ", ")),
                TextTable.Cell(status(of: line), style: line.isFree ? nil : .dim),
            ]
        }
    }

    private func status(of line: RoomTable.Line) -> String {
        switch line.answer {
        case .free(let end?): "free until \(clock.text(end, in: line.room.zone))"
        case .free(nil): "free for a day or more"
        case .busy(let end, let holder):
            ["busy" + (end.map { " until \(clock.text($0, in: line.room.zone))" } ?? " for a day or more"), holder]
                .compactMap(\.self).joined(separator: ", ")
        case .unknown: ["unknown", line.reason].compactMap(\.self).joined(separator: ": ")
        }
    }

    var records: [[String]] {
        lines.map { line in
            let (state, end, holder) = values(of: line)
            return [
                line.room.city, line.room.address, line.room.name, state, end ?? "", holder ?? "",
                line.room.capacity.map(String.init) ?? "", line.room.place?.floor ?? "",
                line.room.equipment.joined(separator: ","), line.reason ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "rooms": .array(
                lines.map { line in
                    let (state, end, holder) = values(of: line)
                    return [
                        "city": .string(line.room.city), "country": .string(line.room.country),
                        "address": .string(line.room.address), "name": .string(line.room.name), "state": .string(state),
                        "until": JSONValue(text: end), "holder": JSONValue(text: holder),
                        "capacity": line.room.capacity.map(JSONValue.integer) ?? .null,
                        "floor": JSONValue(text: line.room.place?.floor),
                        "equipment": .array(line.room.equipment.map(JSONValue.string)),
                        "reason": JSONValue(text: line.reason),
                    ]
                }),
            "openings": openings.json,
        ]
    }

    private func values(of line: RoomTable.Line) -> (state: String, end: String?, holder: String?) {
        switch line.answer {
        case .free(let end): ("free", end.map(clock.record), nil)
        case .busy(let end, let holder): ("busy", end.map(clock.record), holder)
        case .unknown: ("unknown", nil, nil)
        }
    }
}
