import AppGroupPlatform

/// The program `launcher`, as other programs call it, or as it calls itself.
package struct LauncherCommand: Sendable {
    /// The path of the program.
    package let program: String
    private let environment: ProcessEnvironment

    package init(program: String, environment: ProcessEnvironment) {
        self.program = program
        self.environment = environment
    }

    /// The launcher beside this program, else in `PATH`; `nil` if there is none.
    package init?(_ environment: ProcessEnvironment) {
        guard let program = environment.program(nearestNamed: "launcher") else { return nil }
        self.init(program: program, environment: environment)
    }

    /// The words that open something from a place other than a shell.
    ///
    /// - Parameters:
    ///   - target: What to open.
    ///   - group: The group in which the launcher looks for the target. With `nil`, it looks in the one that `APP_GROUP` names,
    ///     or else in all groups on this machine. In either case, the desktop's default handler gets a URL of no app's scheme.
    ///   - hold: Whether the window of a terminal app stays after the app has ended.
    ///   - inNewWindow: Whether the words are for ``openWindow(running:for:staysAfterFailure:)``.
    ///   - notifies: Whether the launcher notifies the user if it fails and has no terminal. Otherwise, the caller does.
    package static func opening(
        _ target: AppTarget, of group: GroupID?, hold: HoldPolicy = .auto, inNewWindow: Bool, notifies: Bool = true
    ) -> [String] {
        ["open", "--hold", hold.rawValue] + (inNewWindow ? ["--in-window"] : [])
            + (notifies ? [] : ["--no-notice"]) + (group.map { ["--group", "\($0)"] } ?? []) + target.words
    }

    /// Runs the launcher in a new window of a terminal program, while this process goes on.
    ///
    /// - Parameters:
    ///   - words: The arguments.
    ///   - application: What the desktop calls the app that the window is for, as in ``LaunchPlan/Process/application``.
    ///   - staysAfterFailure: Whether the window stays until Enter is pressed if the command fails.
    /// - Throws: ``AppGroupError/Code/launchFailed`` if there is no terminal program, or it does not start.
    @discardableResult
    package func openWindow(
        running words: [String], for application: String, staysAfterFailure: Bool = false
    ) throws(AppGroupError) -> StartOutcome {
        // The terminal may be a process that runs already, with another environment.
        let home = environment["APP_GROUP_HOME"].map { ["/usr/bin/env", "APP_GROUP_HOME=\($0)"] } ?? []
        let script = "\"$0\" \"$@\" || { printf 'Press Enter to close this window. '; read -r _; }"
        let shell = staysAfterFailure ? ["/bin/sh", "-c", script] : []
        return try Starter(environment: environment).start(
            home + shell + [program] + words, for: application, interface: .terminal)
    }
}
