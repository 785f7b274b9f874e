import AppGroup
import AppGroupWidget
import MailReading
import ToolSupport

/// inbox's place in its group: what it tells the other apps, and how they open it.
enum Membership {
    static let inbox = Registry(group: "com.example.tools").join(
        AppDescription(
            id: "com.example.inbox", name: "Inbox", icon: .svg(Array(icon.utf8)), schemes: ["inbox"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { console.say($0) })

    /// Tells the group in one write how many messages are unread, and who sent the newest of them.
    ///
    /// - Parameter isOpening: Whether to count this start as well, as `noteOpening` does.
    static func announce(_ unread: Unread, isOpening: Bool) {
        inbox.change {
            if isOpening, Member.isSeen { $0.recordOpening() }
            $0.setBadge(unread.count)
            $0.setField("newest", to: unread.newestSender.map { FieldValue(fitting: $0) })
        }
    }

    /// The apps of the group, drawn for this terminal.
    static func widget() throws -> String { try inbox.registry.drawWidget() + "\n" }

    /// A tray with a letter.
    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
        <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#4f9cf7"/><stop offset="1" stop-color="#1f5fc4"/>
        </linearGradient></defs>
        <rect x="4" y="4" width="56" height="56" rx="13" fill="url(#sky)"/>
        <rect x="15" y="14" width="34" height="26" rx="3" fill="#ffffff"/>
        <path d="M16 17l16 12 16-12" fill="none" stroke="#9dbde8" stroke-width="3" stroke-linecap="round" \
        stroke-linejoin="round"/>
        <path d="M10 36h12l4 6h12l4-6h12v12a5 5 0 0 1-5 5H15a5 5 0 0 1-5-5z" fill="#dcebff"/>
        <path d="M10 36h12l4 6h12l4-6h12" fill="none" stroke="#1f5fc4" stroke-width="2" stroke-linejoin="round"/>
        </svg>

        """
}
