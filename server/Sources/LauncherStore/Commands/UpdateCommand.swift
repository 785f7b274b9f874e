import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "update", "Update the apps installed from your catalogs, or check for updates.",
        discussion: """
            Without names, it updates everything that came from the servers that you are logged in to. Apps that are \
            no longer offered to you are reported and stay as they are, and so are releases that were withdrawn. Apps whose \
            files are missing, as after “launcher restore”, are only reported. To go back: launcher rollback

            --schedule sets up a systemd timer for this user that checks for updates, so that launcher list marks them; with \
            --auto it installs them.
            """)

    @OptionGroup var servers: ServerOptions
    @Option(name: [.long, .short], help: "Update only apps of this group.", completion: .groups) var group: String?
    @Argument(help: "Update only these apps: id, name, or part of a name.") var names: [String] = []
    @Flag(help: "Only list the apps that have an update.") var check = false
    @Flag(help: "Replace a named app that came from elsewhere without asking.") var replace = false
    @Option(help: "How many older versions to keep on disk for “launcher rollback”.")
    var keep = Registry.defaultKeptVersions
    @Option(name: .shortAndLong, help: "The format of the output of --check.") var format = OutputFormat.table
    @Option(help: "Check for updates automatically, at this interval.") var schedule: UpdateTimer.Interval?
    @Flag(help: "With --schedule: also install the updates.") var auto = false
    @Flag(help: "Stop checking for updates automatically.") var unschedule = false
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if keep < 0 { throw ValidationError("--keep is \(keep); it must be 0 or more versions.") }
        if auto, schedule == nil { throw ValidationError("--auto needs a timer; add --schedule daily.") }
        if schedule != nil, unschedule { throw ValidationError("Use either --schedule or --unschedule.") }
        let isLimited = !names.isEmpty || group != nil || servers.server != nil
        let isSpecial =
            check || replace || keep != Registry.defaultKeptVersions || format != .table || progress.progress != nil
        if schedule != nil || unschedule, isLimited || isSpecial {
            throw ValidationError(
                "A timer updates everything and takes only --auto; leave out names and other options.")
        }
        if replace, names.isEmpty {
            throw ValidationError("--replace applies to the apps that you name; name them, or leave it out.")
        }
        if !check, format != .table { throw ValidationError("--format applies to the list of --check; add --check.") }
        if check, progress.progress != nil {
            throw ValidationError("--check installs nothing, so there is no progress to report; leave out --progress.")
        }
    }

    func run() async throws {
        let folders = try ClientFolders()
        if let schedule {
            return try UpdateTimer(folders: folders, environment: .current).set(up: schedule, installing: auto)
        }
        if unschedule { return try UpdateTimer(folders: folders, environment: .current).takeAway() }
        try await progress.follow { report in try await run(folders, report) }
    }

    private func run(_ folders: ClientFolders, _ report: ProgressReport?) async throws {
        let catalogs = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders), group: try group.map { try GroupID($0) })
        let (sources, leftOut) = try await catalogs.sources(forList: check)
        let plan = InstallPlan(sources: sources, leftOut: leftOut)
        let passedOver = plan.passedOver(servers: Set(catalogs.accounts.map(\.server)))
        if check {
            try list(plan, passedOver)
        } else {
            let installer = CatalogInstaller(folders: folders, keptVersions: keep, now: .now, report: report)
            do { try await update(plan, passedOver, catalogs, installer) } catch let told as ToldFailures {
                throw ToldFailures(status: told.status, withoutLine: told.withoutLine ?? leftOut.first?.failure)
            }
        }
        if let failure = leftOut.first?.failure ?? sources.unrecorded {
            throw ToldFailures(status: failure.asExitCode, withoutLine: failure)
        }
    }

    private func list(_ plan: InstallPlan, _ passedOver: [CatalogEntry]) throws {
        let named = try names.map { try plan.choice($0, version: nil).entry }
        let wanted = Set(named.map(\.package.id))
        let entries = plan.sources.flatMap(\.view.entries).filter {
            $0.state == .update && (names.isEmpty || wanted.contains($0.package.id))
        }
        StandardOutput.print(CatalogListing(clock: .current, sources: plan.sources, entries: entries), as: format)
        let report = report(plan, passedOver, named: named)
        for sentence in (format == .table ? report.answers : []) + report.sentences { Talk.say(sentence) }
    }

    private func update(
        _ plan: InstallPlan, _ passedOver: [CatalogEntry], _ catalogs: CatalogSession,
        _ installer: CatalogInstaller
    ) async throws {
        let found = names.isEmpty ? plan.updates : []
        var attempts = Attempts(count: names.isEmpty ? found.count : names.count)
        let named = try names.compactMap { name in try attempts.attempt { try namedUpdate(name, plan) } ?? nil }
        let report = report(plan, passedOver)
        for answer in report.answers { Talk.say(answer) }
        // Even if the only update fails, as it may do every day.
        defer { for sentence in report.sentences { Talk.say(sentence) } }
        try await installer.carryOut(found + named, &attempts, then: catalogs, plan.sources)
        try attempts.end()
    }

    /// The order for an app that was named; `nil` if it has no update, after telling the user so.
    private func namedUpdate(_ name: String, _ plan: InstallPlan) throws -> CatalogInstaller.Order? {
        let choice = try plan.choice(name, version: nil)
        let entry = choice.entry
        // From another server or a file: the app moves to this server, without a download.
        let hasSameBytes = entry.isFromElsewhere && entry.installed?.currentPackage == choice.release.digest
        guard !hasSameBytes, let sentence = entry.noUpdateSentence(namesServer: needsServer(plan)) else {
            return try choice.order(askingUnless: replace)
        }
        guard entry.installed != nil else { throw ClientError(.notFound, sentence) }
        Talk.say(sentence)
        return nil
    }

    private func needsServer(_ plan: InstallPlan) -> Bool {
        plan.needsServer(namesGroup: group != nil, namesServer: servers.server != nil)
    }

    /// - Parameter named: Apps that the user named, if they have not been told about them yet.
    private func report(
        _ plan: InstallPlan, _ passedOver: [CatalogEntry], named: [CatalogEntry] = []
    ) -> UpdateReport {
        guard names.isEmpty else { return UpdateReport(plan, named: named, namesServers: needsServer(plan)) }
        return UpdateReport(
            plan, passedOver: passedOver, namesGroup: group != nil, namesServer: servers.server != nil)
    }
}
