import AppGroup
import AppGroupTerminal
import ArgumentParser

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "doctor", "Look for everything that could be wrong with a group, and mend it when asked.",
        discussion: """
            Without --repair nothing is written. Exit status 65 where there is a problem. With --repair everything that can \
            still be read of a damaged store goes into a new one, and the damaged file is kept beside it.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Salvage a damaged store into a new one.")
    var repair = false

    @Flag(name: .shortAndLong, help: "Say what is in order, too.")
    var all = false

    @Option(name: .shortAndLong, help: "table, json or tsv.")
    var format = OutputFormat.table

    func run() throws {
        if repair { return report(try group.family().repair()) }
        let diagnoses = try group.families().map { (group: $0.group, findings: $0.diagnose()) }
        let findings = diagnoses.flatMap { group, findings in findings.map { (group: group, finding: $0) } }
        let shown = findings.filter { all || $0.finding.severity > .ok }
        Session.current.print(DoctorListing(findings: shown), as: format)
        if format == .table { conclude(findings.map(\.finding), groups: diagnoses.count) }
        if findings.contains(where: { $0.finding.severity == .problem }) { ThisProcess.exit(65) }
    }

    private func conclude(_ findings: [Finding], groups: Int) {
        guard groups > 0 else { return Talk.say("There is no group on this machine yet.") }
        let problems = findings.count { $0.severity == .problem }
        switch problems {
        case 0: Talk.say("Looked at \(findings.count) things: no problem.")
        case 1: Talk.say("Looked at \(findings.count) things: one problem.")
        default: Talk.say("Looked at \(findings.count) things: \(problems) problems.")
        }
    }

    private func report(_ report: RepairReport) {
        for fault in report.faults { Talk.say("Found: \(fault)") }
        if report.wasSound { Talk.say("The store is sound; nothing was changed.") }
        if let salvage = report.salvage {
            Talk.say(
                "Saved \(salvage.apps) apps, \(salvage.fields) fields, \(salvage.settings) settings and "
                    + "\(salvage.openings) openings.")
            if let path = salvage.keptOldAs { Talk.say("The damaged file is kept as \(path)") }
            if !salvage.isComplete {
                Talk.say(
                    "Lost: \(salvage.lostPages) pages, \(salvage.lostRows) rows"
                        + (salvage.lostApps.isEmpty
                            ? "." : ", and the apps \(salvage.lostApps.map(\.description).joined(separator: ", "))."))
            }
        }
        for app in report.droppedIcons {
            Talk.say("The icon of \(app) was gone; the app brings it when it next registers.")
        }
    }
}
