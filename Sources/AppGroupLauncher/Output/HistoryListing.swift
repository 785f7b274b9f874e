import AppGroup
import AppGroupTerminal

/// Openings, as `launcher history show` writes them.
struct HistoryListing: Listing {
    let openings: [(group: GroupID, opening: Opening)]
    let session: Session

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "OPENED", shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "ID", shrinkOrder: 2),
            TextTable.Column(header: "TIME", shrinkOrder: 1, minimumWidth: 10),
        ]
    }

    var rows: [[TextTable.Cell]] {
        openings.map {
            [
                TextTable.Cell(session.ago($0.opening.moment)), TextTable.Cell("\($0.opening.app)"),
                TextTable.Cell("\($0.opening.moment)", style: .dim),
            ]
        }
    }

    var records: [[String]] {
        openings.map {
            ["\($0.opening.moment.seconds)", "\($0.opening.app)", "\($0.opening.utcOffset)", "\($0.group)"]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "openings": .array(
                openings.map { group, opening in
                    [
                        "group": JSONValue(text: group), "id": JSONValue(text: opening.app),
                        "time": JSONValue(text: opening.moment),
                        "utcOffset": .integer(Int(opening.utcOffset)),
                    ]
                }),
        ]
    }
}
