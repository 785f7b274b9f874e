import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser

/// Opens an app from a place other than a shell, such as a desktop, a menu or a link. A terminal app gets a window that
/// shows its name and does not vanish before the user has read it.
struct AppWindow {
    let hold: HoldPolicy
    private let environment: ProcessEnvironment

    init(_ hold: HoldPolicy, environment: ProcessEnvironment = .current) {
        self.hold = hold
        self.environment = environment
    }

    /// Opens an app here and ends this process, if this is a terminal, as a desktop opens one for an entry of a terminal
    /// app. Otherwise, the app is opened beside this process.
    ///
    /// - Parameters:
    ///   - target: Finds the app. If it fails, the window shows why.
    ///   - command: The command that runs.
    ///   - inNewWindow: Whether ``openBeside(_:)`` opened this terminal.
    /// - Throws: If the app cannot be opened, and there is no terminal to show the reason in.
    func open(
        _ target: () throws -> OpenTarget, for command: any ParsableCommand.Type, inNewWindow: Bool
    ) throws {
        guard inNewWindow || StandardStream.input.controlsThisProcess else {
            _ = try openBeside(try target())
            return
        }
        let isOwnWindow = inNewWindow || ThisProcess.leadsSession
        var begin = ContinuousClock.now
        var (status, name, setting) = (AppExitStatus.success, String?.none, HoldPolicy?.none)
        do {
            let opening = try target().opening()
            guard let process = opening.plan.terminalProcess else {
                _ = try opening.start(terminal: .replaceCaller)
                return
            }
            let title = opening.app.map { "\($0.app.name)" } ?? process.application
            if isOwnWindow { setTitle(title) }
            begin = .now
            let outcome = try opening.start(terminal: .runInForeground, inOwnWindow: isOwnWindow)
            if case .ended(let ended) = outcome { status = ended }
            name = title
            // The app may have changed its setting while it ran.
            setting = opening.app.flatMap { try? $0.registry.app($0.app.id) }?.holdSetting
        } catch {
            let ending = Ending(of: error, from: command)
            ending.print()
            status = ending.status
        }
        let duration = begin.duration(to: .now)
        if hold.holds(status: status, after: duration, isOwnWindow: isOwnWindow, setting: setting) {
            waitForKey(name, status)
        }
        Program.end(with: status)
    }

    /// Opens an app while this process continues. A terminal app gets a new window, in which the launcher runs it.
    func openBeside(_ target: OpenTarget) throws -> StartOutcome {
        let launcher = ThisProcess.executable.map { LauncherCommand(program: $0, environment: environment) }
        return try target.opening().startBeside(launcher, hold: hold)
    }

    /// Sets the title of the terminal's window (xterm's control sequence OSC 0).
    private func setTitle(_ name: String) {
        guard StandardStream.output.isTerminal, !["dumb", "linux"].contains(environment["TERM"] ?? "dumb") else {
            return
        }
        StandardStream.output.write(Array("\u{1B}]0;\(SafeText(name))\u{7}".utf8))
    }

    /// - Parameter name: The app that has ended; `nil` if none was started.
    private func waitForKey(_ name: String?, _ status: AppExitStatus) {
        let ending = status == .success ? "has ended" : "has ended with status \(status)"
        let line = SafeText("\(name.map { "\($0) \(ending). " } ?? "")Press any key to close this window.").description
        let isPlain = environment["TERM"] ?? "dumb" == "dumb"
        let text = isPlain ? "\n\(line)\n" : "\r\n\u{1B}[0;7m \(line) \u{1B}[0m"
        let ask = { _ = StandardStream.error.write(Array(text.utf8)) }
        if let mode = TerminalMode(of: .input) { mode.waitForKey(ask) } else { ask() }
        StandardStream.error.write(Array("\r\n".utf8))
    }
}

extension AppEntry {
    /// The app's own setting of whether its window stays: its field `hold`.
    fileprivate var holdSetting: HoldPolicy? { self.fields["hold"]?.string.flatMap(HoldPolicy.init) }
}
