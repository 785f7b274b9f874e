/// Carries out launch plans.
struct Starter {
    let environment: ProcessEnvironment

    /// Starts an app.
    ///
    /// - Parameters:
    ///   - extra: Environment variables for the app, beside those of this process. The session bus passes none on.
    ///   - terminal: What becomes of the caller where the app needs its terminal.
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
                        "\(PlainText.harmless(process.executable)) needs a terminal, and no terminal emulator is in PATH. "
                            + "Install one, or name yours in the variable TERMINAL.")
                }
                program.arguments = emulator.arguments(running: program)
                program.executable = emulator.executable
            }
            do throws(SystemError) {
                switch (process.interface, terminal) {
                case (.terminal, .replaceCaller): try Processes.replaceSelf(with: program)
                case (.terminal, .runInForeground): return .ended(try Processes.runInForeground(program))
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

    /// Best effort: without systemd, or where it refuses, the app runs on in its own session all the same.
    private func moveIntoScope(_ process: Int32, _ application: String) {
        guard let runtime = environment.runtimeDirectory, Files.exists("\(runtime)/systemd/private"),
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
        let ending: Processes.Ending
        do {
            ending = try Processes.run(program, timeout: 30_000_000_000)
        } catch {
            throw Self.failure(of: program, error)
        }
        guard ending.status != 0 else { return }
        let reason =
            ending.status == nil
            ? "no answer within 30 seconds"
            : PlainText.harmless(ending.errors.split(whereSeparator: \.isNewline).joined(separator: " "))
        throw AppGroupError(
            .launchFailed,
            "\(activation.name) could not be opened over D-Bus: \(reason). Start it by hand to see what it lacks.")
    }

    private static func failure(of program: Processes.Program, _ error: SystemError) -> AppGroupError {
        if let folder = program.workingDirectory, (try? Files.status(folder).kind) != .directory {
            return AppGroupError(
                .launchFailed,
                "\(PlainText.harmless(program.executable)) could not be started in \(PlainText.harmless(folder)), "
                    + "which is no folder. Make it, or correct Path in the desktop entry.",
                errno: error.number)
        }
        let remedy =
            switch error {
            case .notExecutable: "It must be a program for this machine, or a script that begins with “#!”."
            case .notFound: "Install it again; in a script, look whether the program in its “#!” line is there."
            case .accessDenied: "Make it executable with “chmod +x”."
            case .argumentsTooLong: "Open a shorter URL, or make the environment smaller."
            default: "Try again, or start it by hand to see what it lacks."
            }
        return AppGroupError(
            .launchFailed,
            "\(PlainText.harmless(program.executable)) could not be started: \(error.message). \(remedy)",
            errno: error.number)
    }
}
