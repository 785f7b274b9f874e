import AppGroup
import AppGroupPlatform
import AppGroupText
import CAdwaita

/// The program: it asks the window that runs already to show itself, or becomes that window.
@MainActor
enum WindowProgram {
    /// - Returns: The exit status.
    static func run(_ words: [String]) throws -> Int32 {
        let environment = ProcessEnvironment.current
        var options = try WindowOptions(words)
        // A group that the environment names may still be created.
        if let group = options.choice.group, try !Registry.groups(environment: environment).contains(group) {
            throw AppGroupError(
                .notFound, "There is no group \(group) on this machine. To list the groups: launcher groups")
        }
        try options.complete(from: environment)
        let name = try RunningWindow.name(in: environment)
        if environment.hasSessionBus {
            if let status = RunningWindow.ask(name, options.words) { return status }
            DesktopPortal.leaveOutIfSilent()
        } else {
            // GTK 4.8 takes paths for assistive technology from the session bus, and complains about each that it lacks.
            g_setenv("GTK_A11Y", "none", 0)
        }
        // The groups are read while GTK begins.
        let shown = try ShownGroups(options.choice, environment)
        guard gtk_init_check() != 0 else {
            say(
                "The window needs a display, and there is none: neither WAYLAND_DISPLAY nor DISPLAY leads to one. "
                    + "To see the same in a terminal: launcher home")
            return 69
        }
        return WindowApplication(name, shown).run(options.words)
    }

    /// Says a sentence on standard error, as all programs behind `launcher` do.
    static func say(_ sentence: String, with write: (String) -> Void = write) {
        write("launcher: \(SafeText(sentence))\n")
    }

    /// Writes to standard error.
    nonisolated static func write(_ text: String) { StandardStream.error.write(Array(text.utf8)) }

    /// Says why it failed.
    ///
    /// - Parameter write: Writes to standard error, perhaps to that of another process.
    /// - Returns: The exit status for that.
    static func report(_ error: any Error, with write: (String) -> Void = write) -> Int32 {
        say("\(error)", with: write)
        return AppExitStatus(of: error).rawValue
    }
}
