import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser

struct PruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "prune", "Hide apps that are not installed, and delete those that have been gone for a long time.",
        discussion: """
            An app that is not installed is hidden at once and kept for the grace period. If it comes back within \
            that time, it keeps its badge and history. After the grace period, it is deleted. A group that has no apps \
            left is deleted, too.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Print what would be done, but do nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Delete without asking.")
    var yes = false

    @Option(parsing: .unconditional, help: "Keep missing apps for this many days; 0 deletes them at once.")
    var grace = Registry.defaultGraceDays

    @Flag(help: "Bring back apps that were hidden by unregistering or pruning.")
    var undo = false

    @Option(name: .shortAndLong, help: "The format of the output.")
    var format = OutputFormat.table

    @Argument(help: "With --undo: bring back only these apps, named as in other commands.", completion: .apps)
    var apps: [String] = []

    func validate() throws {
        if grace < 0 { throw ValidationError("--grace is \(grace); it must be 0 or more days.") }
    }

    func run() throws {
        // Not in validate(), which would hide a complaint about an unknown option whose value looks like an app.
        if !undo, !apps.isEmpty { throw Misuse("Apps can be named only with --undo.") }
        // A job that prunes has nothing left to do once its group has ended.
        if !yes { try group.checkExists() }
        if !undo, !dryRun, let (group, plan) = try endEmptyGroups() {
            return StandardOutput.print(PruneListing(plan: plan, group: group, clock: .current), as: format)
        }
        if undo { return try report(broughtBack()) }
        let registry = try group.registry()
        let plan = try registry.prunePlan(graceDays: grace)
        let listing = PruneListing(plan: plan, group: registry.group, clock: .current)
        StandardOutput.print(listing, as: format)
        if listing.rows.isEmpty, !plan.endsGroup, format == .table, StandardStream.error.isTerminal {
            Talk.say("There is nothing to hide or delete. To list all apps: \(registry.group.command("list --all"))")
        }
        guard !dryRun else { return }
        if let question = try question(plan, registry), !yes, !Talk.confirm(question) {
            throw Misuse("Nothing was deleted. To delete without confirmation, add --yes.")
        }
        if try registry.prune(plan) { report(endOf: registry, plan) }
    }

    private func report(endOf registry: Registry, _ plan: PrunePlan) {
        Talk.say(
            "The group \(registry.group) has ended"
                + (plan.endsGroup ? " because it had no apps." : " with its last app."))
        if let path = registry.containerPath, Files.exists(path) {
            Talk.say("Files left for you to delete, such as copies of replaced registries, are still in \(path)")
        }
    }

    /// Ends the groups that hold nothing, unless a group is named: otherwise a command without a group could not choose.
    ///
    /// - Returns: The last one that ended and its plan, if no other group is left.
    private func endEmptyGroups() throws -> (group: GroupID, plan: PrunePlan)? {
        guard try group.named() == nil else { return nil }
        var ended: (group: GroupID, plan: PrunePlan)?
        var others = 0
        for registry in try group.registries() {
            // A group that cannot be read is reported when it is chosen.
            if let plan = try? registry.prunePlan(graceDays: grace), plan.endsGroup, try !holdsSettings(registry),
                try registry.prune(plan)
            {
                report(endOf: registry, plan)
                ended = (registry.group, plan)
            } else {
                others += 1
            }
        }
        return others == 0 ? ended : nil
    }

    /// Brings back the apps that the user named, or all of one group, no matter how long they have been gone.
    ///
    /// - Returns: The apps that are back, or would be without `--dry-run`, by group.
    private func broughtBack() throws -> [(registry: Registry, apps: [AppEntry])] {
        guard !apps.isEmpty else {
            let registry = try group.registry()
            return [(registry, try broughtBack([], in: registry))]
        }
        let finder = try group.finder()
        let named = try apps.map { try finder.appToChange($0, preferring: \.isGone) }
        let groups = Dictionary(grouping: named, by: \.registry.group).sorted { $0.key < $1.key }
        return try groups.map { _, named in
            (named[0].registry, try broughtBack(named.map(\.app.id), in: named[0].registry))
        }
    }

    private func broughtBack(_ ids: [AppID], in registry: Registry) throws -> [AppEntry] {
        try dryRun ? registry.undoPlan(ids) : registry.undoPrune(ids)
    }

    private func holdsSettings(_ registry: Registry) throws -> Bool {
        let settings = try registry.settings()
        return try !settings.isEmpty || !registry.recordsUse()
    }

    /// The question before data is deleted; `nil` if none is deleted.
    private func question(_ plan: PrunePlan, _ registry: Registry) throws -> String? {
        if plan.endsGroup {
            let hasSettings = try holdsSettings(registry)
            return hasSettings ? "End the group \(registry.group), which has no app, and delete its settings?" : nil
        }
        switch plan.deleted.count {
        case 0: return nil
        case 1: return "Delete \(plan.deleted[0].app.name)?"
        default: return "Delete these \(plan.deleted.count) apps?"
        }
    }

    private func report(_ restored: [(registry: Registry, apps: [AppEntry])]) throws {
        if restored.allSatisfy(\.apps.isEmpty) { Talk.say("There is nothing to bring back.") }
        for (registry, apps) in restored {
            for app in apps {
                StandardOutput.print("\(app.id)")
                if !dryRun { try remark(on: app, in: registry) }
            }
        }
    }

    private func remark(on app: AppEntry, in registry: Registry) throws {
        for claim in app.record.claims where claim.isYielded {
            guard let owner = try registry.app(holding: claim.scheme) else { continue }
            Talk.say(RegisterCommand.lack(of: claim.scheme, in: app.id, owner: owner.id))
        }
        if let reason = app.availability.reason {
            Talk.say("\(app.id) is back, but still not installed: \(reason).")
        }
    }
}

/// The apps that are hidden or deleted, as `launcher prune` writes them. The table leaves out those that were hidden before.
struct PruneListing: Listing {
    let plan: PrunePlan
    let group: GroupID
    let clock: LocalClock

    private var entries: [(action: String, entry: PrunePlan.Entry)] {
        plan.deleted.map { ("delete", $0) } + plan.hidden.map { ("hide", $0) }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "ACTION"), TextTable.Column(header: "NAME", shrinkOrder: 2),
            TextTable.Column(header: "GONE", shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "ID", shrinkOrder: 2, keepsEnd: true),
            TextTable.Column(header: "REASON", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        entries.filter { $0.action == "delete" || !$0.entry.app.isGone }.map { action, entry in
            [
                TextTable.Cell(action, style: action == "delete" ? .red : .yellow), TextTable.Cell("\(entry.app.name)"),
                TextTable.Cell(clock.ago(entry.since)), TextTable.Cell("\(entry.app.id)", style: .dim),
                TextTable.Cell(entry.app.availability.reason ?? ""),
            ]
        }
    }

    var records: [[String]] {
        entries.map { action, entry in
            [action, "\(entry.app.id)", "\(entry.app.name)", "\(entry.since)", entry.app.availability.reason ?? ""]
        }
    }

    var json: JSONValue {
        [
            "version": 1, "group": JSONValue(text: group), "graceDays": .integer(plan.graceDays),
            "delete": .array(plan.deleted.map(json)), "hide": .array(plan.hidden.map(json)),
        ]
    }

    private func json(_ entry: PrunePlan.Entry) -> JSONValue {
        [
            "id": JSONValue(text: entry.app.id), "name": JSONValue(text: entry.app.name),
            "since": JSONValue(text: entry.since),
            "reason": JSONValue(text: entry.app.availability.reason),
        ]
    }
}
