#if canImport(CAdwaita)
package import AppGroup
import AppGroupPlatform
import CAdwaita

/// Opens apps from a window, on a thread of its own: an app that is activated over D-Bus may take long to answer.
@MainActor
package enum AppOpener {
    /// Opens an app or one of its actions. A terminal app gets a window of a terminal.
    ///
    /// - Parameter whenDone: Called with the reason if that failed.
    package static func open(
        _ target: AppTarget, in registry: Registry, whenDone: @escaping @MainActor @Sendable (AppGroupError?) -> Void
    ) {
        let group = registry.group
        beside(registry.environment, whenDone) { (environment) throws(AppGroupError) in
            // If `launcher` is installed, the window of a terminal app stays until the user has read what the app printed.
            try Registry(group: group, environment: environment).opening(of: target)
                .startBeside(LauncherCommand(environment))
        }
    }

    /// Opens a URL with the desktop's default handler. One that runs in a terminal gets a window of a terminal.
    ///
    /// - Parameters:
    ///   - group: The group in which no app has the scheme; `nil` if several groups were asked.
    ///   - whenDone: Called with the reason if that failed.
    package static func open(
        _ url: AppURL, in group: GroupID?, whenDone: @escaping @MainActor @Sendable (AppGroupError?) -> Void
    ) {
        beside(.current, whenDone) { (environment) throws(AppGroupError) in
            try DefaultHandler(environment).opening(of: url, in: group).startBeside(LauncherCommand(environment))
        }
    }

    /// Runs a command of `launcher` in a window of a terminal. If it fails, the window stays until Enter is pressed.
    ///
    /// - Parameter whenDone: Called with the reason if the window could not be opened.
    package static func openTerminal(
        runningLauncher words: [String], whenDone: @escaping @MainActor @Sendable (AppGroupError?) -> Void
    ) {
        beside(.current, whenDone) { (environment) throws(AppGroupError) in
            guard let launcher = LauncherCommand(environment) else {
                throw AppGroupError(.notInstalled, "launcher is not in PATH. Install it.")
            }
            try launcher.openWindow(running: words, for: "launcher", staysAfterFailure: true)
        }
    }

    private static func beside(
        _ environment: ProcessEnvironment, _ whenDone: @escaping @MainActor @Sendable (AppGroupError?) -> Void,
        _ body: @escaping @Sendable (ProcessEnvironment) throws(AppGroupError) -> Void
    ) {
        let environment = withToken(environment)
        let hasStarted = Threads.start {
            let failure: AppGroupError?
            do throws(AppGroupError) {
                try body(environment)
                failure = nil
            } catch {
                failure = error
            }
            MainLoop.post { whenDone(failure) }
        }
        if !hasStarted { whenDone(AppGroupError(.launchFailed, "No thread is left to open the app with.")) }
    }

    /// With a token from the compositor, the window of the app may come to the front. Both names of it are in use.
    private static func withToken(_ environment: ProcessEnvironment) -> ProcessEnvironment {
        guard let token else { return environment }
        return environment.setting(["XDG_ACTIVATION_TOKEN": token, "DESKTOP_STARTUP_ID": token])
    }

    /// A new token of xdg-activation; `nil` on X11, which needs none.
    private static var token: String? {
        guard let display = gdk_display_get_default(),
            String(
                cString: g_type_name_from_instance(
                    UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)))
                == "GdkWaylandDisplay",
            let context = gdk_display_get_app_launch_context(display),
            let app = g_app_info_create_from_commandline(
                "true", nil, G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, nil)
        else { return nil }
        defer {
            g_object_unref(UnsafeMutableRawPointer(context))
            g_object_unref(UnsafeMutableRawPointer(app))
        }
        let launch = UnsafeMutableRawPointer(context).assumingMemoryBound(to: GAppLaunchContext.self)
        guard let text = g_app_launch_context_get_startup_notify_id(launch, app, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
#endif
