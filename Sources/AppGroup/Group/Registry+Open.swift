import AppGroupPlatform

extension Registry {
    /// How long an opening waits to be recorded; after that it happens unrecorded.
    private static let recordPatience = Duration.milliseconds(500)

    /// Opens an app, one of its actions, or a URL.
    ///
    /// - Parameters:
    ///   - target: What to open. A URL reaches the app as one argument, unchanged.
    ///   - terminal: What a terminal app does with the caller's terminal.
    /// - Returns: How it started. A terminal app that takes the caller's place does not return.
    /// - Throws: ``AppGroupError/Code/noSuchApp``; ``AppGroupError/Code/notFound`` if the app has no such action;
    ///   ``AppGroupError/Code/notInstalled`` or ``AppGroupError/Code/noHandler`` with the reason; or
    ///   ``AppGroupError/Code/launchFailed`` with the system's error number.
    @discardableResult
    public func open(
        _ target: AppTarget, terminal: TerminalPolicy = .runInForeground
    ) throws(AppGroupError) -> StartOutcome {
        try ForkGate.pass { () throws(AppGroupError) in try start(try resolve(target), terminal) }
    }

    /// Opens an app that was just read, without reading it again. Otherwise as ``open(_:terminal:)``.
    package func open(
        _ app: AppEntry, with url: AppURL?, terminal: TerminalPolicy
    ) throws(AppGroupError) -> StartOutcome {
        try ForkGate.pass { () throws(AppGroupError) in try start(try resolve(app, url), terminal) }
    }

    /// The same registry, which starts apps with these environment variables, too.
    package func starting(with variables: [String: String]) -> Registry {
        Registry(group: group, backing: backing, environment: environment.setting(variables), now: now)
    }

    private func start(
        _ what: (app: AppID?, plan: LaunchPlan), _ terminal: TerminalPolicy
    ) throws(AppGroupError) -> StartOutcome {
        let (app, plan) = what
        // An app can be opened even if the registry cannot be written.
        let opening = app.flatMap { try? recordOpening(of: $0, isClaimed: false, patience: Self.recordPatience) }
        do {
            let extra = opening.map { [Self.openingVariable: $0.token] } ?? [:]
            return try Starter(environment: environment).start(plan, extra: extra, terminal: terminal)
        } catch {
            if let opening { try? takeBack(opening, patience: Self.recordPatience) }
            throw error
        }
    }

    /// The program that opening would start. Its description is the command line, for a POSIX shell.
    ///
    /// An app that is not installed is noted as missing, for ``prunePlan(graceDays:)``.
    ///
    /// - Throws: As ``open(_:terminal:)``, except for what only starting finds out.
    public func plan(for target: AppTarget) throws(AppGroupError) -> LaunchPlan {
        try ForkGate.pass { () throws(AppGroupError) in try resolve(target).plan }
    }

    /// What opening an app that was just read would start, as ``plan(for:)``.
    package func plan(for app: AppEntry, with url: AppURL?) throws(AppGroupError) -> LaunchPlan {
        try ForkGate.pass { () throws(AppGroupError) in try resolve(app, url).plan }
    }

    /// Whether something would open the URL: an app of the group, or the desktop's default handler.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func canOpen(_ url: AppURL) throws(AppGroupError) -> Bool {
        do {
            _ = try plan(for: .url(url))
            return true
        } catch {
            guard error.code == .notInstalled || error.code == .noHandler else { throw error }
            return false
        }
    }

    /// The path of the program that opening an app would start; `nil` if the app is not installed or is opened over D-Bus.
    package func program(of app: AppRecord) -> String? {
        guard case .process(let process) = try? resolver.plan(for: app, opening: nil) else { return nil }
        return process.executable
    }

    /// - Returns: The plan, and the app of the group that it starts; no app for the desktop's default handler.
    private func resolve(_ target: AppTarget) throws(AppGroupError) -> (app: AppID?, plan: LaunchPlan) {
        switch target {
        case .app(let id, let url):
            guard let app = try app(id) else { throw noSuchApp(id) }
            return try resolve(app, url)
        case .action(let action, let id):
            return try resolve(.app(id, url: url(of: action, of: id)))
        case .url(let url):
            guard let owner = try read({ try $0.owner(of: url.scheme) }) else {
                return (nil, try DefaultHandler(environment).plan(for: url))
            }
            return try resolve(.app(owner, url: url))
        }
    }

    private func resolve(_ app: AppEntry, _ url: AppURL?) throws(AppGroupError) -> (app: AppID?, plan: LaunchPlan) {
        try? noteAvailability(of: [app])
        return (app.id, try resolver.plan(for: app.record, opening: url))
    }

    /// The URL with which one of an app's actions opens it.
    private func url(of action: ActionID, of id: AppID) throws(AppGroupError) -> AppURL {
        let app = try read { try existing(id, in: $0) }
        if let action = app.actions.first(where: { $0.id == action }) { return action.url }
        let others = app.actions.map { "“\($0.id)”" }.joined(separator: ", ")
        throw AppGroupError(
            .notFound,
            "\(app.name) (\(id)) has no action “\(action)”"
                + (others.isEmpty ? ", nor any other." : "; it has \(others)."))
    }
}
