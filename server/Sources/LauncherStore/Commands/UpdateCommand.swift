import AppGroup
import AppGroupTerminal
import ArgumentParser

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "update", "Update what is installed from your catalogues, or look for updates.",
        discussion: """
            Without names, everything that came from the servers where you are logged in. What you may not have any more is \
            said, and stays as it is. To go back: launcher rollback

            --schedule sets up a timer of systemd for this user that looks for updates, so that launcher list marks them; with \
            --auto it installs them.
            """)

    @OptionGroup var servers: ServerOptions
    @Option(name: [.long, .short], help: "Only apps of this group.", completion: .groups) var group: String?
    @Argument(help: "Only these apps: id, name, or a part of it.") var names: [String] = []
    @Flag(help: "Only list what has an update.") var check = false
    @Flag(help: "Replace an app that came from elsewhere without asking.") var replace = false
    @Option(help: "How many older versions stay on the disk to go back to.") var keep = Registry.defaultKeptVersions
    @Option(name: .shortAndLong, help: "With --check: table, json or tsv.") var format = OutputFormat.table
    @Option(help: "Look for updates by yourself: hourly, daily or weekly.") var schedule: UpdateTimer.Interval?
    @Flag(help: "With --schedule: install them, too.") var auto = false
    @Flag(help: "Stop looking for updates by yourself.") var unschedule = false

    func validate() throws {
        if keep < 0 { throw ValidationError("--keep is \(keep); it must be 0 or more versions.") }
        if auto, schedule == nil { throw ValidationError("--auto says what a timer does; add --schedule daily.") }
        if schedule != nil, unschedule { throw ValidationError("Say either --schedule or --unschedule.") }
        if schedule != nil || unschedule, check || !names.isEmpty {
            throw ValidationError("A timer is about everything; leave out --check and names.")
        }
    }

    func run() async throws {
        let folders = try StoreFolders()
        if let schedule {
            return try UpdateTimer(folders: folders, environment: .current).set(up: schedule, installing: auto)
        }
        if unschedule { return try UpdateTimer(folders: folders, environment: .current).takeAway() }
        let session = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders), group: try group.map { try GroupID($0) })
        let (sources, leftOut) = try await session.sources(fromMemory: check)
        if check {
            try list(sources, leftOut)
        } else {
            try await update(sources, leftOut, session, folders)
        }
        if let failure = leftOut.first?.failure { throw failure.asExitCode }
    }

    private func list(_ sources: [InstallPlan.Source], _ leftOut: [InstallPlan.LeftOut]) throws {
        let plan = InstallPlan(sources: sources, leftOut: leftOut, replaces: true)
        let wanted = try names.map { try plan.order($0, version: nil).entry.package.id }
        let entries = sources.flatMap(\.view.entries).filter { entry in
            entry.state == .update && (names.isEmpty || wanted.contains(entry.package.id))
        }
        Session.current.print(CatalogListing(sources: sources, entries: entries), as: format)
        if format == .table, entries.isEmpty { Talk.say("Everything is up to date.") }
        sayLost(sources)
    }

    private func update(
        _ sources: [InstallPlan.Source], _ leftOut: [InstallPlan.LeftOut], _ session: CatalogSession,
        _ folders: StoreFolders
    ) async throws {
        let plan = InstallPlan(sources: sources, leftOut: leftOut, replaces: replace)
        let found = try names.isEmpty ? plan.updates() : []
        var attempts = Attempts(count: names.isEmpty ? found.count : names.count)
        let named = try names.compactMap { name in try attempts.attempt { try namedUpdate(name, plan) } ?? nil }
        if found.isEmpty, names.isEmpty { Talk.say("Everything is up to date.") }
        try await CatalogInstaller(folders: folders, keptVersions: keep).carryOut(
            found + named, &attempts, then: session, sources)
        sayLost(sources)
        try attempts.end()
    }

    /// What is to be done for an app that was named; `nil` where it has its newest release.
    private func namedUpdate(_ name: String, _ plan: InstallPlan) throws -> CatalogInstaller.Order? {
        let order = try plan.order(name, version: nil)
        switch order.entry.state {
        case .update: return order
        case .foreign, .byHand: return order
        case .notInstalled, .unfit:
            throw StoreError(
                .notFound,
                "\(order.entry.package.name) is not installed; to install it: launcher install \(order.entry.package.id)"
            )
        case .upToDate:
            Talk.say("\(order.entry.package.name) is up to date.")
            return nil
        }
    }

    private func sayLost(_ sources: [InstallPlan.Source]) {
        for app in sources.flatMap(\.view.lost) { Talk.say(app.lostSentence) }
    }
}
