import AppGroupPlatform

/// An opening for which everything has been read and decided, but nothing started.
package struct PlannedOpening: Sendable {
    /// What is started.
    package let plan: LaunchPlan
    /// The app of a group that is opened, as it was read; `nil` for the desktop's default handler of a URL.
    package let app: MemberApp?
    /// What is opened.
    let target: AppTarget
    /// The group that was asked; `nil` for a URL for which several were, or none.
    let group: GroupID?
    let environment: ProcessEnvironment

    /// How long an opening waits to be recorded; after that it happens unrecorded.
    private static let recordPatience = Duration.milliseconds(500)

    /// Starts it, and counts the opening of an app of a group.
    ///
    /// - Parameters:
    ///   - terminal: What a terminal app does with the caller's terminal.
    ///   - inOwnWindow: Whether the terminal was opened for the app alone. An app of a group learns that.
    /// - Returns: How it started. A terminal app that takes the caller's place does not return.
    /// - Throws: ``AppGroupError/Code/launchFailed``.
    package func start(
        terminal: TerminalPolicy, inOwnWindow: Bool = false
    ) throws(AppGroupError) -> StartOutcome {
        try ForkGate.pass { () throws(AppGroupError) in
            let starter = Starter(environment: environment)
            guard let app else { return try starter.start(plan, terminal: terminal) }
            let (registry, id) = (app.registry, app.app.id)
            // An app can be opened even if the registry cannot be written.
            let recorded = try? registry.recordOpening(of: id, isClaimed: false, patience: Self.recordPatience)
            var variables = recorded.map { [Registry.openingVariable: $0.token] } ?? [:]
            if inOwnWindow { variables[Registry.windowVariable] = "\(id)" }
            do throws(AppGroupError) {
                return try starter.start(plan, extra: variables, terminal: terminal)
            } catch {
                if let recorded { try? registry.takeBack(recorded, patience: Self.recordPatience) }
                throw error
            }
        }
    }

    /// Starts it while the caller, which has no terminal, goes on. A terminal app gets a new window.
    ///
    /// - Parameters:
    ///   - launcher: Runs a terminal app in that window, so that the window stays until the user has read what the app printed.
    ///     With `nil`, the window closes when the app ends.
    ///   - hold: Whether the window stays.
    /// - Throws: ``AppGroupError/Code/launchFailed``.
    @discardableResult
    package func startBeside(
        _ launcher: LauncherCommand?, hold: HoldPolicy = .auto
    ) throws(AppGroupError) -> StartOutcome {
        guard let launcher, let process = plan.terminalProcess else { return try start(terminal: .openWindow) }
        let words = LauncherCommand.opening(target, of: group, hold: hold, inNewWindow: true)
        return try launcher.openWindow(running: words, for: process.application)
    }
}

extension DefaultHandler {
    /// How to open a URL, whatever apps the groups on this machine have.
    ///
    /// - Parameter group: The group that was asked, and has no app for the URL; `nil` if several were.
    /// - Throws: ``AppGroupError/Code/noHandler``. If an app of another group has the scheme, the error names it.
    package func opening(of url: AppURL, in group: GroupID?) throws(AppGroupError) -> PlannedOpening {
        do throws(AppGroupError) {
            return PlannedOpening(
                plan: try plan(for: url), app: nil, target: .url(url), group: group, environment: environment)
        } catch {
            guard let group, let other = owner(of: url.scheme, besides: group) else { throw error }
            throw AppGroupError(
                .noHandler,
                "No app of the group \(group) opens “\(url.scheme):” URLs, but \(other.name) (\(other.id)) of the group "
                    + "\(other.group) does: " + other.group.command("open \(ShellWords.line([url.description]))"))
        }
    }

    /// The app of another group that could open the URLs of a scheme.
    private func owner(of scheme: URLScheme, besides group: GroupID) -> AppEntry? {
        let others = GroupSet(besides: group, environment: environment)
        let owners = (try? others.owners(of: scheme) { _, _ in }) ?? []
        return owners.first { $0.app.availability.isInstalled }?.app
    }
}
