import AppGroup
import AppGroupPlatform
import CAdwaita

/// The window of this session, if it runs in another process.
@MainActor
enum RunningWindow {
    /// The name on the session bus, which is also the application id on Wayland. Each folder of groups has a window of its own:
    /// what a window starts gets its environment.
    ///
    /// - Throws: `AppGroupError` if the environment leads to no folder of groups.
    static func name(in environment: ProcessEnvironment) throws(AppGroupError) -> String {
        let name = "local.launcher.Window"
        var usual = environment
        for name in ["APP_GROUP_HOME", "XDG_DATA_HOME"] { usual.variables[name] = nil }
        let home = try Container.parent(in: environment)
        guard home != (try? Container.parent(in: usual)) else { return name }
        // No part of a name begins with a digit.
        return "\(name).h\(String(FNV1a.hash(home.utf8), radix: 16))"
    }

    /// Asks the window with a name to show itself. This needs no display, and GTK stays unused.
    ///
    /// - Returns: Its status; `nil` if no window runs.
    static func ask(_ name: String, _ words: [String]) -> Int32? {
        let flags = GApplicationFlags(
            rawValue: G_APPLICATION_IS_LAUNCHER.rawValue | G_APPLICATION_HANDLES_COMMAND_LINE.rawValue)
        guard let application = g_application_new(name, flags) else { return nil }
        defer { g_object_unref(application) }
        guard g_application_register(application, nil, nil) != 0 else { return nil }
        return run(application, words)
    }

    /// Runs an application with arguments.
    ///
    /// - Returns: Its status.
    static func run(_ application: UnsafeMutablePointer<GApplication>, _ words: [String]) -> Int32 {
        var arguments = (["launcher-window"] + words).map { g_strdup($0) }
        defer { for argument in arguments { g_free(argument) } }
        // GLib itself would write what the window says in the encoding of the locale.
        g_set_printerr_handler { text in text.map { WindowProgram.write(String(cString: $0)) } }
        return g_application_run(application, Int32(arguments.count), &arguments)
    }
}
