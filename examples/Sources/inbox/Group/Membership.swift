import AppGroup
import MailReading

/// inbox's place in its family of tools: what it volunteers, and the way back in by URL.
enum Family {
    static let inbox = Registry(group: "com.example.tools").join(
        RegisteredApp(
            id: "com.example.inbox", name: "Inbox", icon: .named("mail-unread"), schemes: ["inbox"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { Inbox.say($0) })

    /// Tells the family how much is unread, and from whom the newest of it is.
    static func announce(_ unread: Unread) {
        inbox.setBadge(unread.count)
        inbox.setField("newest", unread.newestSender.map { .string($0) })
    }

    /// Counts that its user opened inbox, unless whoever opened it has counted it.
    static func noteOpening() { inbox.recordOpening() }
}
