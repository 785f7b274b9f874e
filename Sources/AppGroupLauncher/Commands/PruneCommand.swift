import AppGroup
import AppGroupTerminal
import ArgumentParser

struct PruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "prune", "Hide what is not installed, and delete what has been gone for long.",
        discussion: """
            An app that is not installed is hidden at once and kept for the grace period; if it comes back, so do its badge \
            and history. After that it is deleted.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Delete without asking.")
    var yes = false

    @Option(parsing: .unconditional, help: "Keep missing apps for so many days; 0 deletes them at once.")
    var grace = Registry.defaultGraceDays

    @Flag(help: "Bring back what was hidden by unregistering or pruning.")
    var undo = false

    @Option(name: .shortAndLong, help: "table, json or tsv.")
    var format = OutputFormat.table

    func validate() throws {
        if grace < 0 { throw ValidationError("--grace is \(grace); it must be 0 or more days.") }
    }

    func run() throws {
        let family = try group.family()
        let session = Session.current
        if undo {
            let restored = dryRun ? try gone(from: family) : try family.undoPrune()
            return report(restored, session: session)
        }
        let plan = try family.prunePlan(graceDays: grace)
        session.print(PruneListing(plan: plan, group: family.group, session: session), as: format)
        guard !dryRun else { return }
        if !plan.deleted.isEmpty, !yes, !Talk.confirm(question(plan)) {
            throw Misuse("Nothing was deleted. To delete without being asked: launcher prune --yes")
        }
        if try family.prune(plan) {
            Talk.say("The group \(family.group) has ended with its last app.")
        }
    }

    /// What would be brought back, however long it has been gone.
    private func gone(from family: Registry) throws -> [FamilyApp] {
        try family.apps(order: .name, including: .all).filter { $0.unregistered != nil || $0.missingSince != nil }
    }

    private func question(_ plan: PrunePlan) -> String {
        plan.deleted.count == 1 ? "Delete \(plan.deleted[0].app.name)?" : "Delete these \(plan.deleted.count) apps?"
    }

    private func report(_ restored: [FamilyApp], session: Session) {
        for app in restored {
            session.print("\(app.id)")
            if let reason = app.availability.reason, !dryRun {
                Talk.say("\(app.id) is back, and still not installed: \(reason).")
            }
        }
    }
}
