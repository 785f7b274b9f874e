import AppGroup
import AppGroupWidget
import MailReading

/// inbox's place in its group: what it tells the other apps, and how they open it.
enum Membership {
    static let inbox = Registry(group: "com.example.tools").join(
        AppDescription(
            id: "com.example.inbox", name: "Inbox", icon: .named("mail-unread"), schemes: ["inbox"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { Console.say($0) })

    /// Tells the group how many messages are unread, and who sent the newest of them.
    static func announce(_ unread: Unread) {
        inbox.setBadge(unread.count)
        inbox.setField("newest", to: unread.newestSender.map { .string($0) })
    }

    /// Counts that the user opened inbox, unless the program that opened it has counted that already.
    static func noteOpening() { inbox.recordOpening() }

    /// The apps of the group, drawn for this terminal.
    static func widget() throws -> String { try inbox.registry.drawWidget() + "\n" }
}
