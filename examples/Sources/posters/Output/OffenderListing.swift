import AppGroup
import AppGroupText

/// Phone numbers and companies by how many reports name them.
struct OffenderListing: Listing {
    let offenders: [Offender]
    private let clock = LocalClock.current

    init(_ offenders: [Offender]) { self.offenders = offenders }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "REPORTS", alignment: .right),
            TextTable.Column(header: "NUMBER OR COMPANY", shrinkOrder: 2, minimumWidth: 14),
            TextTable.Column(header: "LATEST", shrinkOrder: 1), TextTable.Column(header: ""),
        ]
    }

    var rows: [[TextTable.Cell]] {
        offenders.map { offender in
            let isPhone = offender.kind == .phone
            return [
                TextTable.Cell("\(offender.reports)", style: .bold),
                TextTable.Cell(
                    isPhone ? PhoneText.shown(offender.name) : offender.name,
                    link: isPhone ? PhoneText.link(offender.name) : nil),
                TextTable.Cell(clock.ago(offender.latest)),
                TextTable.Cell(offender.isBlocked ? "blocked" : "", style: .red),
            ]
        }
    }

    var records: [[String]] {
        offenders.map {
            [
                $0.kind.rawValue, $0.name, "\($0.reports)", $0.latest.description, $0.isBlocked ? "blocked" : "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "offenders": .array(
                offenders.map {
                    [
                        "kind": .string($0.kind.rawValue), "name": .string($0.name), "reports": .integer($0.reports),
                        "latest": JSONValue(text: $0.latest), "blocked": .bool($0.isBlocked),
                    ]
                }),
        ]
    }
}
