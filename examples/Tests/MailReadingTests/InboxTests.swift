import ExamplesTestSupport
import Foundation
import Testing

/// The built tool, run the way a user runs it.
@Suite("inbox")
struct InboxTests {
    let mail: TemporaryMaildir
    let inbox: Program

    init() throws {
        mail = try TemporaryMaildir()
        inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        try mail.deliver(from: "Ada <ada@example.org>", "First", as: "cur/100.a:2,S")
        try mail.deliver(from: "=?utf-8?B?5p2O5aic?= <li@example.org>", "Second", as: "new/200.b")
        try mail.deliver(from: "Eve <eve@example.org>", "=?utf-8?Q?Third=1B[2J=09=E2=80=AE?=", as: "cur/300.c:2,F")
    }

    @Test("inbox show names attachments, and an enclosed message by its subject")
    func attachments() throws {
        try setMaildir()
        let message = """
            From: Ada <ada@example.org>
            Subject: Report
            Content-Type: multipart/mixed; boundary=b

            --b

            Hello
            --b
            Content-Type: application/pdf; name="q3.pdf"
            Content-Disposition: attachment; filename="q3\u{202E}.pdf"

            x
            --b
            Content-Type: message/rfc822

            Subject: Inner

            Inner text
            --b--
            """
        try mail.deliver(Data(message.utf8), as: "new/400.d")
        let page = try inbox("show", "400.d")
        #expect(page.status == 0 && page.output.contains("Hello"), "\(page)")
        let names = page.output.split(separator: "\n").filter { $0.hasPrefix("Attachment: ") }
        #expect(names.count == 2 && names.last == "Attachment: Inner.eml", "\(page)")
        #expect(names.first?.contains("q3") == true && !page.output.contains("\u{202E}"), "\(page)")
    }

    private func setMaildir() throws {
        #expect(try inbox("maildir", mail.url.path).status == 0)
    }

    @Test("inbox remembers the absolute path of the Maildir")
    func remembers() throws {
        let set = try inbox("maildir", mail.url.path)
        #expect(set.status == 0)
        #expect(set.output == "")
        #expect(set.errors == "inbox: 2 unread, the newest from Eve\n")
        #expect(try inbox("maildir").output == mail.url.path + "\n")

        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: inbox.environment)
        let script = "cd '\(mail.home.path)' && '\(inbox.executable.path)' maildir Mail"
        #expect(try shell("-c", script).status == 0)
        #expect(try inbox("maildir").output == mail.home.path + "/Mail\n")
    }

    @Test("The setting is kept below HOME if XDG_CONFIG_HOME is not an absolute path")
    func fallsBackToHome() throws {
        let home = mail.home.appending(path: "home").path
        let environment = ["XDG_CONFIG_HOME": "relative", "HOME": home]
        let inbox = Program(executable: inbox.executable, environment: environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        #expect(FileManager.default.fileExists(atPath: home + "/.config/inbox/maildir"))
    }

    @Test("A folder that is not a Maildir is refused, and the old setting stays")
    func refusesOtherPlaces() throws {
        try setMaildir()
        let none = try inbox("maildir", mail.home.path + "/nothing")
        #expect(none.status == 66)
        #expect(none.errors.hasPrefix("inbox: There is no folder \(mail.home.path)/nothing."))
        let folder = try inbox("maildir", mail.home.path)
        #expect(folder.status == 65)
        #expect(folder.errors == "inbox: \(mail.home.path) is not a Maildir: it has no folder named cur.\n")
        #expect(try inbox("maildir").output == mail.url.path + "\n")
    }

    @Test("Without a Maildir, inbox says how to set one", arguments: ["list", "watch", "maildir"])
    func saysHowToBegin(command: String) throws {
        let result = try inbox(command)
        #expect(result.status == 66)
        #expect(result.errors == "inbox: No Maildir is set yet. Set it with: inbox maildir PATH\n")
    }

    @Test("inbox lists the newest message first, with and without the word list", arguments: [[], ["list"]])
    func lists(arguments: [String]) throws {
        try setMaildir()
        let result = try inbox.run(arguments)
        #expect(result.status == 0)
        #expect(result.errors == "inbox: 2 unread, the newest from Eve\n")
        #expect(
            result.output == """
                1 ●  Eve   Third␛[2J␉\\u{202E}
                2 ●  李娜  Second
                3    Ada   First

                """)
    }

    @Test("inbox lists as JSON, with each text as the message has it, and as many messages as --limit allows")
    func listsAsJSON() throws {
        try setMaildir()
        let result = try inbox("list", "--format", "json", "--limit", "1", "--unread")
        #expect(
            result.output
                == #"{"version":1,"messages":[{"id":"300.c","unread":true,"date":"","sender":"Eve","#
                + #""subject":"Third\u001b[2J\t\u202e"}]}"# + "\n")
        #expect(try inbox("list", "--limit", "2").output.split(separator: "\n").count == 2)
        #expect(try inbox("list", "--limit", "0").status == 64)
    }

    @Test("inbox --unread lists only unread messages, even as tab-separated values")
    func listsUnread() throws {
        try setMaildir()
        let result = try inbox("--unread", "--format", "tsv")
        #expect(result.errors == "")
        #expect(result.output == "300.c\tunread\t\tEve\tThird␛[2J\\t\\u{202E}\n200.b\tunread\t\t李娜\tSecond\n")
    }

    @Test("A message is shown by its number or its ID, and stays unread", arguments: ["2", "200.b"])
    func shows(message: String) throws {
        try setMaildir()
        let result = try inbox("show", message)
        #expect(result.status == 0)
        #expect(result.output == "From: 李娜 <li@example.org>\nSubject: Second\nID: 200.b\n\nText of Second\n")
        #expect(try mail.names.contains("new/200.b"))
    }

    @Test(
        "Links to a message show the message",
        arguments: ["inbox://message?id=200.b", "INBOX://Message?id=%3200.b#z"])
    func opensLinks(link: String) throws {
        try setMaildir()
        let result = try inbox("open-url", link)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("From: 李娜 <li@example.org>\n"))
    }

    @Test("A link without a message lists all messages", arguments: ["inbox:", "inbox://", "Inbox:///", "inbox://#x"])
    func opensTheList(link: String) throws {
        try setMaildir()
        #expect(try inbox("open-url", link).output == inbox("list").output)
    }

    @Test(
        "Links that inbox doesn't know are refused with status 65",
        arguments: [
            "", "mailto:a@b", "inbox://compose", "inbox://message", "inbox://message?id=", "inbox\u{1B}[2J:",
            "inbox://message?id=200.b&x=y", "inbox://message?id=200.b&id=100.a", "inbox://message?id=200.b%00",
            "inbox://?id=200.b", "inbox:message?id=200.b", "inbox:/message", "inbox://message/x?id=200.b", "inbox:///x",
            "inbox://#\(String(repeating: "x", count: 2048))",
        ])
    func refusesLinks(link: String) throws {
        try setMaildir()
        let result = try inbox("open-url", link)
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("inbox: "))
        #expect(!result.errors.contains("\u{1B}"))
    }

    @Test("A link that inbox doesn't know is refused with the links that it opens")
    func namesLinks() throws {
        try setMaildir()
        let errors = try inbox("open-url", "inbox://compose").errors
        #expect(errors == "inbox: inbox opens inbox://, inbox://message?id=…, but not inbox://compose\n")
    }

    @Test("The ID in a link never counts as a number in the list")
    func linksHaveNoNumbers() throws {
        try setMaildir()
        #expect(try inbox("open-url", "inbox://message?id=2").status == 66)
    }

    @Test("Either all given messages are marked as read, or none")
    func marksAsRead() throws {
        try setMaildir()
        #expect(try inbox("read", "200.b", "nothing").status == 66)
        #expect(try mail.names.contains("new/200.b"))

        let result = try inbox("read", "200.b")
        #expect(result.status == 0)
        #expect(result.errors == "inbox: Marked as read: Second\ninbox: 1 unread, the newest from Eve\n")
        #expect(try inbox("read", "1", "3").status == 0)
        #expect(try mail.names == ["cur/100.a:2,S", "cur/200.b:2,S", "cur/300.c:2,FS"])
    }

    @Test("Marking as read says which messages were marked, by their subjects or else their IDs")
    func saysWhichWereMarked() throws {
        try setMaildir()
        try mail.deliver(Data("From: Bob <bob@example.org>\n\nText\n".utf8), as: "new/400.d")
        #expect(
            try inbox("read", "1", "200.b", "2").errors == """
                inbox: Marked as read: 400.d
                inbox: Marked as read: Second
                inbox: Marked as read: Third␛[2J␉\\u{202E}
                inbox: nothing unread

                """)
    }

    #if os(Linux)
    @Test("Many messages are marked as read with one list, and one look at each header for all Message-IDs")
    func marksManyAsRead() throws {
        try setMaildir()
        let numbers = 1000..<1100
        for number in numbers {
            try mail.deliver(Data("Message-ID: <\(number)@y>\n\n".utf8), as: "new/\(number).m")
        }
        let counter = OpenCounter(mail)
        // The first numbers are the newest messages, which are found first.
        let arguments = (1...20).map { "\($0)" } + numbers.prefix(30).map { "\($0)@y" }
        let result = try inbox.run(["read"] + arguments)
        #expect(result.status == 0)
        #expect(result.errors.hasSuffix("\ninbox: 52 unread\n"))
        // Of the 103 messages, those to mark are read once more, to say which they are, and the newest unread one for its sender.
        let counts = counter.counts()
        #expect(counts.messages <= 103 + 50 + 1)
        // A folder that has just changed is read up to three times.
        #expect(counts.folders <= 12)
    }
    #endif

    @Test(
        "A message that doesn't exist is refused with status 66",
        arguments: ["0", "4", "-1", "nothing", "99999999999999999999"])
    func knowsNoSuchMessage(message: String) throws {
        try setMaildir()
        let result = try inbox("show", "--", message)
        #expect(result.status == 66)
        #expect(result.errors == "inbox: There is no message \(message). To list the messages: inbox list\n")
    }

    @Test("A Message-ID that two messages have shows and marks none of them", arguments: ["show", "read"])
    func refusesDoubleMessageIDs(command: String) throws {
        try setMaildir()
        for name in ["new/400.d", "new/500.e"] { try mail.deliver(Data("Message-ID: <m1@x>\n\n".utf8), as: name) }
        let result = try inbox(command, "<m1@x>")
        #expect(result.status == 66 && result.output.isEmpty)
        #expect(
            result.errors
                == "inbox: 2 messages have the Message-ID <m1@x>: 500.e, 400.d. Use one of these IDs.\n")
        for name in ["new/400.d", "new/500.e"] { #expect(try mail.names.contains(name)) }
    }

    @Test(
        "Wrong arguments end with status 64",
        arguments: [["--wrong"], ["show"], ["show", ""], ["list", "--format", "xml"], ["read"], ["read", "1", ""]])
    func knowsWrongUsage(arguments: [String]) throws {
        try setMaildir()
        #expect(try inbox.run(arguments).status == 64)
    }

    @Test("Of a message of more than 32 MiB, inbox shows only the beginning, and says so")
    func showsTheBeginning() throws {
        try setMaildir()
        let name = "cur/400.large:2,S"
        try mail.deliver(Data("Content-Type: text/html\n\n".utf8), as: name)
        let file = try FileHandle(forWritingTo: mail.url.appending(path: name))
        try file.truncate(atOffset: 33 << 20)
        try file.close()
        let result = try inbox("show", "1")
        #expect(result.status == 0)
        #expect(result.errors == "inbox: Only the first 32 MiB are shown: \(mail.url.path)/\(name)\n")
    }

    @Test("A setting that can't be written ends with status 74, and one that has no place with status 78")
    func hasNoPlaceForTheSetting() throws {
        var inbox = inbox
        inbox.environment["XDG_CONFIG_HOME"] = "/dev/null/settings"
        #expect(try inbox("maildir", mail.url.path).status == 74)
        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: inbox.environment)
        let homeless = try shell("-c", "unset HOME XDG_CONFIG_HOME; exec '\(inbox.executable.path)' list")
        #expect(homeless.status == 78 && homeless.errors.contains("XDG_CONFIG_HOME"))
    }

    #if os(Linux)
    @Test("Messages and arguments whose names are not UTF-8 are named instead of ignored")
    func namesWhatItCannotRead() throws {
        try setMaildir()
        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: inbox.environment)
        let bad = "\(mail.url.path)/new/$(printf '500.b\\377')"
        let listed = try shell("-c", ": >\"\(bad)\" && '\(inbox.executable.path)' list; rm \"\(bad)\"")
        let sentence = #"1 file has a name that is not UTF-8 and is left out: new/500.b\xFF. Rename it."#
        #expect(listed.errors == "inbox: \(sentence)\ninbox: 2 unread, the newest from Eve\n")
        let refused = try shell("-c", "exec '\(inbox.executable.path)' maildir \"\(bad)\"")
        #expect(refused.status == 64 && refused.errors.contains(#"/new/500.b\xFF” is not valid UTF-8."#))
    }
    #endif

    @Test("Output that can't be written ends with status 74, and a closed pipe ends inbox quietly, SIGPIPE or not")
    func noticesLostOutput() throws {
        try setMaildir()
        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: inbox.environment)
        let full = try shell("-c", "'\(inbox.executable.path)' list > /dev/full")
        #expect(full.status == 74)
        #expect(full.errors.contains("No space left on device"))
        // inbox starts once the other end of the pipe is closed.
        let untilClosed = "(trap '' PIPE; while printf x; do sleep 0.01; done) 2> /dev/null"
        let closed = try shell("-c", "{ \(untilClosed); '\(inbox.executable.path)' list; } | :")
        #expect(closed.errors == "")
        let ignored = try shell(
            "-c", "trap '' PIPE; { \(untilClosed); '\(inbox.executable.path)' list; echo $? >&2; } | :")
        #expect(ignored.errors == "0\n")
    }

    #if os(Linux)
    @Test("inbox does not load Foundation")
    func loadsNoFoundation() throws {
        let libraries = try Program(executable: URL(filePath: "/usr/bin/env"))("ldd", inbox.executable.path)
        try #require(libraries.status == 0)
        #expect(libraries.output.contains("libc.so"))
        #expect(!libraries.output.contains("libFoundation.so"))
        #expect(!libraries.output.contains("lib_FoundationICU.so"))
    }
    #endif
}
