import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "doctor", "Check a group for problems, and repair a damaged registry.",
        discussion: """
            Without --repair, nothing is written, and the exit status is 65 if there is a problem. With --repair, \
            everything that can still be read of a damaged registry is copied to a new one, and the damaged file is \
            kept beside it.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Make a new registry from what can be read of a damaged one.")
    var repair = false

    @Flag(name: .shortAndLong, help: "Also list checks that found no problem.")
    var all = false

    @Option(name: .shortAndLong, help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        do {
            try group.checkExists()
        } catch let error as AppGroupError where error.code != .notFound {
            // What is wrong with a group that exists is for the checks or the repair.
        }
        if repair { return report(try group.registry().repair()) }
        let diagnoses = GroupSet(try group.registries()).diagnose()
        let findings = diagnoses.flatMap { registry, findings in findings.map { (group: registry.group, finding: $0) } }
        let shown = findings.filter { all || $0.finding.severity > .ok }
        StandardOutput.print(DoctorListing(findings: shown), as: format)
        if format == .table { conclude(findings.map(\.finding), groups: diagnoses.count) }
        if findings.contains(where: { $0.finding.severity == .problem }) { Program.end(with: .dataError) }
    }

    private func conclude(_ findings: [RegistryFinding], groups: Int) {
        guard groups > 0 else { return Talk.say("There is no group on this machine yet.") }
        let problems = findings.count { $0.severity == .problem }
        let outcome =
            switch problems {
            case 0: "no problem"
            case 1: "one problem"
            default: "\(problems) problems"
            }
        Talk.say("Checked \(Quantity(findings.count, "thing")): \(outcome).")
    }

    private func report(_ report: RepairReport) {
        for fault in report.faults { Talk.say("Found: \(fault)") }
        if report.wasSound { Talk.say("The registry is sound; nothing was changed.") }
        if let salvage = report.salvage {
            Talk.say(
                "Saved \(Quantity(salvage.apps, "app")), \(Quantity(salvage.fields, "field")), "
                    + "\(Quantity(salvage.settings, "setting")) and \(Quantity(salvage.openings, "opening")).")
            if let path = salvage.keptOldAs { Talk.say("The damaged file is kept as \(path)") }
            if !salvage.isComplete {
                Talk.say(
                    "Lost: \(Quantity(salvage.lostPages, "page")), \(Quantity(salvage.lostRows, "row"))"
                        + (salvage.lostApps.isEmpty
                            ? "." : ", and the apps \(salvage.lostApps.map(\.description).joined(separator: ", "))."))
            }
        }
        for app in report.droppedIcons {
            Talk.say("The icon of \(app) was gone. The app adds it again the next time it registers.")
        }
    }
}

/// The findings of a diagnosis, as `launcher doctor` writes them.
struct DoctorListing: Listing {
    let findings: [(group: GroupID, finding: RegistryFinding)]

    private var hasSeveralGroups: Bool { findings.contains { $0.group != findings[0].group } }

    var columns: [TextTable.Column] {
        var columns = [
            TextTable.Column(header: "STATE"), TextTable.Column(header: "CHECK", shrinkOrder: 1, minimumWidth: 11),
        ]
        if hasSeveralGroups {
            columns.append(TextTable.Column(header: "GROUP", shrinkOrder: 2, minimumWidth: 12, keepsEnd: true))
        }
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

extension RegistryFinding.Severity {
    fileprivate var style: Style {
        switch self {
        case .ok: .green
        case .note: .yellow
        case .problem: .red
        }
    }
}
