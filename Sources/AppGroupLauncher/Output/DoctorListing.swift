import AppGroup

/// What an examination found, as `launcher doctor` writes it.
struct DoctorListing: Listing {
    let findings: [(group: GroupID, finding: Finding)]

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "STATE"), TextTable.Column(header: "CHECK"),
            TextTable.Column(header: "SUBJECT", shrinkOrder: 1, minimumWidth: 12),
            TextTable.Column(header: "FINDING", shrinkOrder: 2),
        ]
    }

    var rows: [[TextTable.Cell]] {
        findings.map { _, finding in
            [
                TextTable.Cell(finding.severity.rawValue, style: finding.severity.style),
                TextTable.Cell(finding.check.rawValue),
                TextTable.Cell(finding.subject),
                TextTable.Cell(finding.sentence + (finding.remedy.map { " " + $0 } ?? "")),
            ]
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
