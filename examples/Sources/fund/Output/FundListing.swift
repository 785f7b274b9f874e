import AppGroup
import AppGroupText

/// All funds, one on each line.
struct FundListing: Listing {
    let summaries: [FundSummary]
    /// The path of a fund's folder.
    let folder: (Fund) -> String
    let clock: LocalClock

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 12),
            TextTable.Column(header: "FILES", alignment: .right), TextTable.Column(header: "NOTES", alignment: .right),
            TextTable.Column(header: "UNREAD", alignment: .right), TextTable.Column(header: "CHANGED", shrinkOrder: 1),
        ]
    }

    var rows: [[TextTable.Cell]] {
        summaries.map { summary in
            [
                TextTable.Cell(summary.fund.name, style: .bold), TextTable.Cell("\(summary.files)"),
                TextTable.Cell("\(summary.notes)"), TextTable.Cell(summary.unread == 0 ? "" : "\(summary.unread)"),
                TextTable.Cell(summary.latest.map(clock.ago) ?? ""),
            ]
        }
    }

    var records: [[String]] {
        summaries.map { summary in
            [
                summary.fund.name, "\(summary.files)", "\(summary.notes)", "\(summary.unread)",
                summary.latest?.description ?? "", folder(summary.fund),
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "funds": .array(
                summaries.map { summary in
                    [
                        "name": .string(summary.fund.name), "files": .integer(summary.files),
                        "notes": .integer(summary.notes), "unread": .integer(summary.unread),
                        "changed": JSONValue(text: summary.latest), "folder": .string(folder(summary.fund)),
                    ]
                }),
        ]
    }
}
