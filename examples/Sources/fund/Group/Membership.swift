import AppGroup
import Synchronization
import ToolSupport

/// fund's place in its group: what it tells the other apps, and how they open it.
enum Membership {
    static let fund = Registry(group: "com.example.tools").join(
        AppDescription(
            id: "com.example.fund", name: "Fund", icon: .svg(Array(icon.utf8)), schemes: ["fund"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { error in
            // After a failure, each change tries to register fund again, which fails for the same reason.
            if said.withLock({ $0.insert("\(error)").inserted }) { console.say(error) }
        })

    /// The failures that the person knows of.
    private static let said = Mutex<Set<String>>([])

    /// Tells the group how many news and messages of funds are unread, the newest headline with its source, and the subject of the
    /// newest unread message of a fund. All of it is one write.
    static func announce(_ store: Store) throws {
        let unread = try store.unread() + store.unreadMail()
        let mail = try store.newestUnreadMail()
        let newest = try store.news(limit: 1).first
        fund.change {
            $0.setBadge(unread)
            $0.setField("newest", to: newest.map { FieldValue(fitting: $0.title) })
            $0.setField("source", to: newest.map { FieldValue(fitting: $0.source) })
            $0.setField("mail", to: mail.map { FieldValue(fitting: $0.subject) })
        }
    }

    /// A folder with a rising line.
    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
        <path d="M6 14a5 5 0 0 1 5-5h14l6 7h22a5 5 0 0 1 5 5v29a5 5 0 0 1-5 5H11a5 5 0 0 1-5-5z" fill="#0f6b5c"/>
        <rect x="6" y="21" width="52" height="34" rx="5" fill="#17a086"/>
        <path d="M14 46l11-10 8 6 16-15" fill="none" stroke="#ffffff" stroke-width="4" stroke-linecap="round" \
        stroke-linejoin="round"/>
        <path d="M41 26h9v9" fill="none" stroke="#ffffff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
        </svg>

        """
}
