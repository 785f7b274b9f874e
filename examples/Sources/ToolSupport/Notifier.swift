import AppGroup

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tells the desktop of changes, where there is one (Desktop Notifications Specification). It never fails: where nobody
/// is told, the badge still is.
enum Notifier {
    static func tell(_ title: String, _ text: String) {
        let environment = ProcessEnvironment.current
        guard hasSession(environment) else { return }
        // The text may be read as markup.
        let body = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let commands = [
            ["notify-send", "--app-name=Visa", "--", title, body],
            [
                "gdbus", "call", "--session", "--timeout", "10", "--dest", "org.freedesktop.Notifications",
                "--object-path", "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify",
                quoted("Visa"), "0", quoted(""), quoted(title), quoted(body), "[]", "{}", "int32 -1",
            ],
        ]
        for command in commands where HelperProcess.run(command, seconds: 12) { return }
    }

    private static func hasSession(_ environment: ProcessEnvironment) -> Bool {
        if environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        return environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    }

    /// A string as GVariant writes it.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: "\\n") + "'"
    }
}
