extension Registry {
    /// How long an opening waits to be recorded; after that it happens unrecorded.
    private static let recordPatience = Duration.milliseconds(500)

    /// Opens a URL: with the sibling that holds its scheme, else with the desktop's default handler.
    ///
    /// - Parameters:
    ///   - url: Reaches the app as one argument, unchanged.
    ///   - terminal: What a terminal app does with the caller's terminal.
    /// - Returns: How it started; a terminal app that takes the caller's place does not return.
    /// - Throws: ``AppGroupError/Code/notInstalled`` or ``AppGroupError/Code/noHandler`` with the reason, or
    ///   ``AppGroupError/Code/launchFailed`` with the system's error number.
    @discardableResult
    public func open(_ url: AppURL, terminal: TerminalPolicy = .runInForeground) throws -> StartOutcome {
        guard let owner = try storage.read({ try $0.owner(of: url.scheme) }) else {
            return try starter.start(resolver.plan(forDefaultHandlerOf: url), extra: [:], terminal: terminal)
        }
        return try open(owner, url: url, terminal: terminal)
    }

    /// Opens an app, at the place that a URL names if there is one.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/notInstalled`` with the reason, or
    ///   ``AppGroupError/Code/launchFailed`` with the system's error number.
    @discardableResult
    public func open(
        _ id: AppID, url: AppURL? = nil, terminal: TerminalPolicy = .runInForeground
    ) throws -> StartOutcome {
        let plan = try plan(for: id, url: url)
        // Whether the store can be written must not decide whether an app can be opened.
        let opening = try? recordOpening(of: id, isClaimed: false, patience: Self.recordPatience)
        do {
            let extra = opening.map { [Self.openingVariable: $0.token] } ?? [:]
            return try starter.start(plan, extra: extra, terminal: terminal)
        } catch {
            if let opening { try? takeBack(opening, patience: Self.recordPatience) }
            throw error
        }
    }

    /// Opens an app for one of its actions: at the place that the action's URL names.
    ///
    /// - Throws: As ``open(_:url:terminal:)``; ``AppGroupError/Code/notFound`` where the app has no such action.
    @discardableResult
    public func open(
        _ id: AppID, action: ActionID, terminal: TerminalPolicy = .runInForeground
    ) throws -> StartOutcome {
        try open(id, url: self.url(of: action, of: id), terminal: terminal)
    }

    /// What one of an app's actions opens it with.
    private func url(of action: ActionID, of id: AppID) throws -> AppURL {
        let app = try storage.read { try existing(id, in: $0) }
        if let action = app.actions.first(where: { $0.id == action }) { return action.url }
        let others = app.actions.map { "“\($0.id)”" }.joined(separator: ", ")
        throw AppGroupError(
            .notFound,
            "\(app.name) (\(id)) has no action “\(action)”"
                + (others.isEmpty ? ", nor any other." : "; it has \(others)."))
    }

    /// Whether ``open(_:terminal:)`` would find something that opens the URL.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func canOpen(_ url: AppURL) throws -> Bool {
        do {
            _ = try plan(for: url)
            return true
        } catch let error as AppGroupError where error.code == .notInstalled || error.code == .noHandler {
            return false
        }
    }

    /// What opening a URL would start.
    ///
    /// - Throws: ``AppGroupError/Code/notInstalled`` or ``AppGroupError/Code/noHandler`` with the reason.
    func plan(for url: AppURL) throws -> LaunchPlan {
        guard let owner = try storage.read({ try $0.owner(of: url.scheme) }) else {
            return try resolver.plan(forDefaultHandlerOf: url)
        }
        return try plan(for: owner, url: url)
    }

    /// What opening an app would start.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or ``AppGroupError/Code/notInstalled`` with the reason, which is noted for
    ///   ``prunePlan(graceDays:)``.
    func plan(for id: AppID, url: AppURL? = nil) throws -> LaunchPlan {
        guard let app = try app(id) else { throw noSuchApp(id) }
        try? noteAvailability(of: [app])
        return try resolver.plan(for: app.record, opening: url)
    }

    /// What opening a URL would start, as a POSIX shell would take it.
    ///
    /// - Throws: As ``open(_:terminal:)``, except for what only starting finds out.
    public func commandLine(opening url: AppURL) throws -> String { try plan(for: url).description }

    /// What opening an app would start, at the place that a URL names if there is one, as a POSIX shell would take it.
    ///
    /// - Throws: As ``open(_:url:terminal:)``, except for what only starting finds out.
    public func commandLine(opening id: AppID, url: AppURL? = nil) throws -> String {
        try plan(for: id, url: url).description
    }

    /// What opening an app for one of its actions would start, as a POSIX shell would take it.
    ///
    /// - Throws: As ``open(_:action:terminal:)``, except for what only starting finds out.
    public func commandLine(opening id: AppID, action: ActionID) throws -> String {
        try commandLine(opening: id, url: self.url(of: action, of: id))
    }

    private var starter: Starter { Starter(environment: environment) }
}
