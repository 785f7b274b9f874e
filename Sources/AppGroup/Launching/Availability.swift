/// Whether an app can be launched now.
public enum Availability: Hashable, Sendable {
    /// Its program is there and may be executed.
    case installed
    /// It cannot be launched. The reason is a fragment that fits into a sentence and into a cell of a table, such as
    /// “/usr/bin/rooms: no such file”; it contains nothing that could disturb a terminal.
    case notInstalled(String)

    /// Whether the app can be launched now.
    public var isInstalled: Bool { self == .installed }

    /// Why the app cannot be launched; `nil` if it can.
    public var reason: String? {
        guard case .notInstalled(let reason) = self else { return nil }
        return reason
    }
}

/// The reason why a search for something to launch found nothing.
struct NotInstalled: Error, Hashable {
    /// See ``Availability/notInstalled(_:)``.
    let reason: String

    /// - Parameters:
    ///   - subject: What is missing: a path, a name, a desktop-file id. It comes from outside and is made harmless here.
    ///   - problem: What is wrong with it.
    init(_ subject: String, _ problem: String) { reason = "\(PlainText.harmless(subject)): \(problem)" }

    init(_ reason: String) { self.reason = reason }
}
