import AppGroup
import AppGroupPlatform
import AppGroupText
import CToolSupport

/// Shows notifications on the desktop, if there is one (Desktop Notifications Specification). Failures are ignored: the
/// badge still tells the user.
public struct Notifier: Sendable {
    private let program: String
    private let environment: ProcessEnvironment

    /// - Parameter program: The name of the tool, as the user knows it.
    public init(program: String) {
        self.program = program
        environment = .current
    }

    /// Shows a notification, and waits until the desktop has taken it: 24 seconds at most.
    public func show(_ title: String, _ text: String) {
        guard hasSession else { return }
        // The desktop may read the text as markup.
        let body = MarkupText(text).description
        let commands = [
            ["notify-send", "--app-name=\(program)", "--", title, body],
            [
                "gdbus", "call", "--session", "--timeout", "10", "--dest", "org.freedesktop.Notifications",
                "--object-path", "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify",
                Self.quoted(program), "0", Self.quoted(""), Self.quoted(title), Self.quoted(body), "[]", "{}",
                "int32 -1",
            ],
        ]
        for command in commands where Processes.run(command, killedAfter: .seconds(12)) == 0 { return }
    }

    private var hasSession: Bool {
        if environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        return environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    }

    /// Writes a string as GVariant text.
    private static func quoted(_ text: String) -> String {
        "'" + text.escaping(["\\": "\\\\", "'": "\\'", "\n": "\\n"]) + "'"
    }
}
