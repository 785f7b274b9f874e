import AppGroup
import AppGroupTerminal

/// What an examination found, as `launcher doctor` writes it.
struct DoctorListing: Listing {
    let findings: [(group: GroupID, finding: Finding)]

    private var hasSeveralGroups: Bool { findings.contains { $0.group != findings[0].group } }

    var columns: [TextTable.Column] {
        var columns = [
            TextTable.Column(header: "STATE"), TextTable.Column(header: "CHECK", shrinkOrder: 1, minimumWidth: 11),
        ]
        if hasSeveralGroups { columns.append(TextTable.Column(header: "GROUP", shrinkOrder: 2, minimumWidth: 12)) }
        columns.append(TextTable.Column(header: "FINDING", shrinkOrder: 3, minimumWidth: 8, wraps: true))
        return columns
    }

    var rows: [[TextTable.Cell]] {
        findings.map { group, finding in
            var cells = [
                TextTable.Cell(finding.severity.rawValue, style: finding.severity.style),
                TextTable.Cell(finding.check.rawValue),
            ]
            if hasSeveralGroups { cells.append(TextTable.Cell("\(group)", style: .dim)) }
            cells.append(TextTable.Cell(finding.sentence + (finding.remedy.map { " " + $0 } ?? "")))
            return cells
        }
    }

    var records: [[String]] {
        findings.map { group, finding in
            [
                finding.severity.rawValue, finding.check.rawValue, "\(group)", finding.subject, finding.sentence,
                finding.remedy ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "findings": .array(
                findings.map { group, finding in
                    [
                        "severity": .string(finding.severity.rawValue), "check": .string(finding.check.rawValue),
                        "group": JSONValue(text: group), "subject": .string(finding.subject),
                        "sentence": .string(finding.sentence), "remedy": JSONValue(text: finding.remedy),
                    ]
                }),
        ]
    }
}

extension Finding.Severity {
    fileprivate var style: Style {
        switch self {
        case .ok: .green
        case .note: .yellow
        case .problem: .red
        }
    }
}
