import AppGroupPlatform

extension Registry {
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
        try opening(of: target).start(terminal: terminal)
    }

    /// The program that opening would start. Its description is the command line, for a POSIX shell.
    ///
    /// An app that is not installed is noted as missing, for ``prunePlan(graceDays:)``.
    ///
    /// - Throws: As ``open(_:terminal:)``, except for what only starting finds out.
    public func plan(for target: AppTarget) throws(AppGroupError) -> LaunchPlan { try opening(of: target).plan }

    /// Reads and decides everything that ``open(_:terminal:)`` needs. An app that is not installed is noted as missing.
    ///
    /// - Parameters:
    ///   - target: What to open.
    ///   - known: The app that the target names by its id, if it has just been read. It is not read again.
    /// - Throws: As ``plan(for:)``.
    package func opening(
        of target: AppTarget, knowing known: AppEntry? = nil
    ) throws(AppGroupError) -> PlannedOpening {
        try ForkGate.pass { () throws(AppGroupError) in
            let (app, url): (AppEntry, AppURL?)
            switch target {
            case .app(let id, let place): (app, url) = (try entry(id, known), place)
            case .action(let action, let id):
                let owner = try entry(id, known)
                (app, url) = (owner, try owner.url(of: action))
            case .url(let place):
                guard let owner = try self.app(holding: place.scheme) else {
                    return try DefaultHandler(environment).opening(of: place, in: group)
                }
                (app, url) = (owner, place)
            }
            try? noteAvailability(of: [app])
            let plan = try resolver.plan(for: app.record, opening: url)
            return PlannedOpening(
                plan: plan, app: MemberApp(app, in: self), target: target, group: group, environment: environment)
        }
    }

    private func entry(_ id: AppID, _ known: AppEntry?) throws(AppGroupError) -> AppEntry {
        if let known { return known }
        guard let app = try app(id) else { throw noSuchApp(id) }
        return app
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
}

extension AppEntry {
    /// The URL with which one of the app's actions opens it.
    fileprivate func url(of action: ActionID) throws(AppGroupError) -> AppURL {
        if let action = self.actions.first(where: { $0.id == action }) { return action.url }
        let others = self.actions.map { "“\($0.id)”" }.joined(separator: ", ")
        throw AppGroupError(
            .notFound,
            "\(self.name) (\(self.id)) has no action “\(action)”"
                + (others.isEmpty ? ", nor any other." : "; it has \(others)."))
    }
}
