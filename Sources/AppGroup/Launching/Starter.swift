import AppGroupPlatform

/// Carries out launch plans.
package struct Starter {
    let environment: ProcessEnvironment

    package init(environment: ProcessEnvironment) { self.environment = environment }

    /// Starts a program as an app of a group starts, while this process goes on: in a session of its own, and in a window of a
    /// terminal program if it needs a terminal.
    ///
    /// - Parameters:
    ///   - command: The path of the program, and its arguments.
    ///   - application: What the desktop calls the app, as in ``LaunchPlan/Process/application``.
    ///   - interface: Whether it needs a terminal.
    /// - Throws: ``AppGroupError/Code/launchFailed`` if there is no terminal program, or the program does not start.
    @discardableResult
    package func start(
        _ command: [String], for application: String, interface: AppLaunch.Interface
    ) throws(AppGroupError) -> StartOutcome {
        let process = LaunchPlan.Process(
            application: application, executable: command[0], arguments: Array(command.dropFirst()),
            interface: interface)
        return try start(.process(process), terminal: .openWindow)
    }

    /// Starts an app.
    ///
    /// - Parameters:
    ///   - extra: Environment variables for the app, beside those of this process. The session bus passes none on.
    ///   - terminal: What happens to the caller if the app needs its terminal.
    func start(
        _ plan: LaunchPlan, extra: [String: String] = [:], terminal: TerminalPolicy
    ) throws(AppGroupError) -> StartOutcome {
        switch plan {
        case .dbus(let activation):
            try activate(activation)
            return .activated
        case .process(let process):
            var program = Processes.Program(
                executable: process.executable,
                arguments: process.arguments,
                environment: environment.setting(extra),
                workingDirectory: process.workingDirectory)
            if process.interface == .terminal, terminal == .openWindow {
                guard let emulator = TerminalEmulator(environment) else {
                    throw AppGroupError(
                        .launchFailed,
                        "\(process.application) needs a terminal, and no terminal emulator is in PATH. "
                            + "Install one, or name yours in the variable TERMINAL.")
                }
                program.arguments = emulator.arguments(running: program)
                program.executable = emulator.executable
            }
            do throws(SystemError) {
                switch (process.interface, terminal) {
                case (.terminal, .replaceCaller): try Processes.replaceSelf(with: program)
                case (.terminal, .runInForeground):
                    return .ended(AppExitStatus(clamping: try Processes.runInForeground(program)))
                case (.terminal, .openWindow), (.graphical, _): return try startDetached(program, process.application)
                }
            } catch {
                throw Self.failure(of: program, error)
            }
        }
    }

    private func startDetached(
        _ program: Processes.Program, _ application: String
    ) throws(SystemError) -> StartOutcome {
        let number = try Processes.startDetached(program)
        moveIntoScope(number, application)
        return .detached(number)
    }

    /// Best effort: without systemd, or if it refuses, the app keeps running in its own session.
    private func moveIntoScope(_ process: Int32, _ application: String) {
        guard let runtime = environment.runtimeFolder, Files.exists("\(runtime)/systemd/private"),
            let busctl = environment.executable(named: "busctl")
        else { return }
        _ = try? Processes.startDetached(
            Processes.Program(
                executable: busctl,
                arguments: TransientScope.busctlArguments(process: process, application: application),
                environment: environment))
    }

    private func activate(_ activation: BusActivation) throws(AppGroupError) {
        guard let gdbus = environment.executable(named: "gdbus") else {
            throw AppGroupError(
                .launchFailed,
                "\(activation.name) is opened over D-Bus, and “gdbus” is not in PATH. "
                    + "Install it (Debian: libglib2.0-bin).")
        }
        let program = Processes.Program(
            executable: gdbus, arguments: activation.gdbusArguments, environment: environment)
        let outcome: Processes.Outcome
        do {
            outcome = try Processes.run(program, timeout: .seconds(30))
        } catch {
            throw Self.failure(of: program, error)
        }
        let reason: String
        switch outcome.ending {
        case .ended(0): return
        // If gdbus fails, it says why.
        case .unknown where outcome.errors.isEmpty: return
        case .ended, .unknown:
            reason = PlainText.harmless(outcome.errors.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .stopped: reason = "no answer within 30 seconds"
        }
        throw AppGroupError(
            .launchFailed,
            "\(activation.name) could not be opened over D-Bus: \(reason). Start it by hand to see what is missing.")
    }

    private static func failure(of program: Processes.Program, _ error: SystemError) -> AppGroupError {
        if let folder = program.workingDirectory, (try? Files.status(folder).kind) != .folder {
            return AppGroupError(
                .launchFailed,
                "\(PlainText.harmless(program.executable)) could not be started in \(PlainText.harmless(folder)), "
                    + "which is not a folder. Make it, or correct Path in the desktop entry.",
                errno: error.number)
        }
        let remedy =
            switch error {
            case .notExecutable: "It must be a program for this machine, or a script that begins with “#!”."
            case .notFound: "Install it again; for a script, check that the program in its “#!” line exists."
            case .accessDenied: "Make it executable with “chmod +x”."
            case .argumentsTooLong: "Open a shorter URL, or make the environment smaller."
            default: "Try again, or start it by hand to see what is missing."
            }
        return AppGroupError(
            .launchFailed,
            "\(PlainText.harmless(program.executable)) could not be started: \(error.message). \(remedy)",
            errno: error.number)
    }
}

/// How a start went. If the app takes the caller's place, the call does not return.
public enum StartOutcome: Hashable, Sendable {
    /// The app runs on its own as this process.
    case detached(Int32)
    /// The app received the request over the session bus.
    case activated
    /// The app ran in the caller's terminal and ended with this status: 128 and the signal's number after a signal.
    case ended(AppExitStatus)
}

/// What happens to the caller when it opens an app that needs its terminal.
public enum TerminalPolicy: Hashable, Sendable {
    /// The app takes the caller's place: same process, same terminal, and its exit status is the app's.
    case replaceCaller
    /// The app runs in the caller's terminal, and the caller waits for its end.
    case runInForeground
    /// The app gets a window of a terminal emulator, and the caller, which has no terminal, goes on.
    case openWindow
}
