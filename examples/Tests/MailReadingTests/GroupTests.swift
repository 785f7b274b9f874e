import AppGroup
import ExamplesTestSupport
import Foundation
import Testing

@Suite("inbox in its group")
struct GroupTests {
    private let mail: TemporaryMaildir
    private let inbox: Program
    private let group: Registry
    private let id: AppID = "com.example.inbox"

    init() throws {
        mail = try TemporaryMaildir()
        try mail.deliver(Data("From: Ada <ada@example.org>\nSubject: First\n\nText\n".utf8), as: "new/100.a")
        inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        group = Registry(group: "com.example.tools", environment: ProcessEnvironment(mail.environment))
        #expect(try inbox("maildir", mail.url.path).status == 0)
    }

    @Test("inbox registers its name, scheme, badge and newest sender")
    func volunteers() throws {
        let app = try #require(try group.app(id))
        #expect(app.name == "Inbox")
        #expect(app.schemes == ["inbox"])
        #expect(app.badge == 1)
        #expect(app.fields == ["newest": "Ada"])
        #expect(app.availability == .installed)
    }

    @Test("Badge and sender are cleared once everything is read")
    func clears() throws {
        #expect(try inbox("read", "1").status == 0)
        let app = try #require(try group.app(id))
        #expect(app.badge == 0)
        #expect(app.fields.isEmpty)
    }

    @Test("The badge counts what is left unread if a message can't be marked")
    func countsTheRest() throws {
        try mail.deliver("Second", as: "new/200.b")
        // With flags, the name would be longer than a name can be.
        let name = "300." + String(repeating: "c", count: 249)
        try mail.deliver("Third", as: "new/\(name)")
        let result = try inbox("read", "200.b", name, "100.a")
        #expect(result.status == 74)
        #expect(result.errors.contains("2 unread") && result.errors.contains("can't be marked as read"))
        #expect(try mail.names.contains("cur/200.b:2,S"))
        #expect(try group.app(id)?.badge == 2)
    }

    /// Runs inbox in a terminal.
    private func inTerminal(_ arguments: String) throws -> Int32 {
        let shell = Program(
            executable: URL(filePath: "/bin/sh"), environment: mail.environment.merging(["TERM": "xterm"]) { $1 })
        return try shell("-c", "script -q -e -c '\(inbox.executable.path) \(arguments)' /dev/null").status
    }

    @Test("A list in a terminal counts the opening and updates the group's view of the mail in one write")
    func writesOnce() throws {
        try mail.deliver(Data("From: Ben <ben@example.org>\nSubject: Second\n\nText\n".utf8), as: "new/200.b")
        let before = try commits()
        #expect(try inTerminal("list") == 0)
        #expect(try commits() == before + 1)
        let app = try #require(try group.app(id))
        #expect(app.badge == 2)
        #expect(app.fields == ["newest": "Ben"])
        #expect(app.usage.count == 1)
    }

    @Test("Opening inbox counts as use even if there is no mail to list")
    func countsFailedList() throws {
        try FileManager.default.removeItem(at: mail.url)
        #expect(try inTerminal("list") != 0)
        #expect(try group.app(id)?.usage.count == 1)
    }

    @Test("A program that reads the list or a message does not open inbox")
    func unseen() throws {
        for arguments in [["list"], ["list", "--format", "tsv"], ["list", "--format", "json"], ["show", "1"]] {
            #expect(try inbox.run(arguments).status == 0)
        }
        #expect(try group.app(id)?.usage.count == 0)
    }

    /// The transactions in the registry's write-ahead log: its frames that end one name the size of the file afterwards.
    private func commits() throws -> Int {
        let container = try #require(group.containerPath)
        let log = try Data(contentsOf: URL(filePath: "\(container)/registry.sqlite-wal"))
        let frame = 24 + 1024
        return stride(from: 32, to: log.count, by: frame).count { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }
    }

    @Test("Opening a message's URL counts as one use")
    func opensByURL() throws {
        #expect(try group.open(.url("inbox://message?id=100.a")) == .ended(0))
        #expect(try group.app(id)?.usage.count == 1)
    }

    @Test("inbox --family shows the group, including inbox itself")
    func showsGroup() throws {
        #expect(try group.open(.url("inbox://message?id=100.a")) == .ended(0))
        let result = try inbox("--family")
        #expect(result.status == 0)
        #expect(result.output == "Needs you: Inbox (1)\nTo do: 1\n")
        let json = try inbox("--family", "--format", "json")
        #expect(json.status == 64 && json.output.isEmpty && json.errors.contains("launcher list --format json"))
    }

    @Test("inbox works without a registry, and says why it has none")
    func worksAlone() throws {
        let result = try Program(
            executable: Program.built("inbox"),
            environment: ["XDG_CONFIG_HOME": mail.home.path, "HOME": "", "XDG_DATA_HOME": ""])("list")
        #expect(result.status == 0)
        #expect(result.output.contains("First"))
        #expect(result.errors.contains("HOME is not set"))
    }
}
