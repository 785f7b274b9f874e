import Foundation
import MailReading
import Testing

@Suite("Maildirs")
struct MaildirTests {
    let mail: TemporaryMaildir

    init() throws { mail = try TemporaryMaildir() }

    @Test("Messages in new and cur are listed newest first, by the time in their names")
    func listsNewestFirst() throws {
        for name in ["new/200.a", "cur/300.b:2,S", "cur/1000.c:2,", "tmp/400.d"] { try mail.deliver("x", as: name) }
        #expect(try mail.maildir.files().map(\.id) == ["1000.c", "300.b", "200.a"])
    }

    @Test("A message without a time in its name has the time of its file")
    func fallsBackToTheTimeOfTheFile() throws {
        try mail.deliver("x", as: "new/unusual")
        try mail.deliver("x", as: "new/99999999999.later")
        try mail.deliver("x", as: "new/100.earlier")
        #expect(try mail.maildir.files().map(\.id) == ["99999999999.later", "unusual", "100.earlier"])
    }

    @Test(
        "A message is unread if it is in new or lacks the flag S",
        arguments: [
            ("new/1.a", true), ("new/1.a:2,S", true), ("cur/1.a", true), ("cur/1.a:2,", true), ("cur/1.a:2,FR", true),
            ("cur/1.a:2,s", true), ("cur/1.a:1,S", true), ("cur/1.a:2,S", false), ("cur/1.a,S=12:2,FSa", false),
        ])
    func knowsTheUnread(name: String, isUnread: Bool) throws {
        try mail.deliver("x", as: name)
        #expect(try mail.maildir.files().map(\.isUnread) == [isUnread])
    }

    @Test("Hidden files, folders, pipes and broken links are skipped, but links to messages are not")
    func passesOverOtherThings() throws {
        let new = mail.url.appending(path: "new")
        try mail.deliver("x", as: "new/.hidden")
        try FileManager.default.createDirectory(at: new.appending(path: "1.folder"), withIntermediateDirectories: false)
        #expect(mkfifo(new.appending(path: "2.pipe").path, 0o600) == 0)
        #expect(symlink("nowhere", new.appending(path: "3.dangling").path) == 0)
        try mail.deliver("x", as: "tmp/real")
        #expect(symlink("../tmp/real", new.appending(path: "4.link").path) == 0)
        #expect(try mail.maildir.files().map(\.id) == ["4.link"])
    }

    @Test("A message that is in both new and cur while it moves is listed once")
    func listsAMovingMessageOnce() throws {
        try mail.deliver("x", as: "new/1.a")
        try mail.deliver("x", as: "cur/1.a:2,S")
        #expect(try mail.maildir.files().map(\.isUnread) == [false])
    }

    @Test("A message that has moved is found, and one that is gone is reported as gone")
    func followsMessages() throws {
        try mail.deliver("gone", as: "new/1.gone")
        try mail.deliver("moved", as: "new/2.moved")
        let files = try mail.maildir.files()
        try FileManager.default.removeItem(at: mail.url.appending(path: "new/1.gone"))
        try FileManager.default.moveItem(
            at: mail.url.appending(path: "new/2.moved"), to: mail.url.appending(path: "cur/2.moved:2,S"))
        #expect(try mail.maildir.header(of: files[0])?.subject == "moved")
        #expect(try mail.maildir.header(of: files[1]) == nil)
        #expect(try mail.maildir.message(files[1]) == nil)
    }

    @Test("A message is found by its name or its Message-ID")
    func findsMessages() throws {
        try mail.deliver(Data("Message-ID: <x@y>\n\n".utf8), as: "cur/1.a:2,S")
        let ids = ["1.a", "<x@y>", "x@y"]
        let found = try mail.maildir.find(ids + ["1.b"], among: mail.maildir.files())
        #expect(found.mapValues(\.id) == Dictionary(uniqueKeysWithValues: ids.map { ($0, "1.a") }))
    }

    @Test("A Message-ID that several messages have finds none of them, and the error names their IDs")
    func findsNoMessageOfSeveral() throws {
        for name in ["cur/1.a:2,S", "new/2.b", "new/<z@y>"] {
            try mail.deliver(Data("Message-ID: <x@y>\n\n".utf8), as: name)
        }
        try mail.deliver(Data("Message-ID: <z@y>\n\n".utf8), as: "new/3.c")
        let files = try mail.maildir.files()
        for id in ["<x@y>", "x@y"] {
            let error = #expect(throws: MailError.self) { try mail.maildir.find(["z@y", id], among: files) }
            #expect(error?.code == .notFound)
            let description = error?.description ?? ""
            #expect(description.hasPrefix("3 messages have the Message-ID <x@y>: "), "\(description)")
            for name in ["1.a", "2.b", "<z@y>"] { #expect(description.contains(name), "\(description)") }
        }
        #expect(try mail.maildir.find(["z@y"], among: files)["z@y"]?.id == "3.c")
        // A message's own ID comes first.
        #expect(try mail.maildir.find(["<z@y>"], among: files)["<z@y>"]?.id == "<z@y>")
    }

    #if os(Linux)
    @Test("A message is found by its Message-ID although another one can't be read")
    func findsMessagesBesideUnreadableOnes() throws {
        try mail.deliver(Data("Message-ID: <x@y>\n\n".utf8), as: "cur/1.a:2,S")
        // A regular file that not even root can read from its beginning.
        #expect(symlink("/proc/self/mem", mail.url.appending(path: "new/2.b").path) == 0)
        let files = try mail.maildir.files()
        #expect(files.map(\.id) == ["2.b", "1.a"])
        #expect(try mail.maildir.find(["x@y"], among: files)["x@y"]?.id == "1.a")
        // The unreadable message may be the one that is looked for.
        let error = #expect(throws: MailError.self) { try mail.maildir.find(["z@y"], among: files) }
        #expect(error?.description.contains("/new/2.b can't be read") == true)
    }

    @Test("However many messages have moved since they were listed, they are found with one more list")
    func followsManyMessages() throws {
        let names = (1...200).map { "\($0).m" }
        for name in names { try mail.deliver(name, as: "new/\(name)") }
        let maildir = try mail.maildir
        let files = try maildir.files()
        for name in names { #expect(rename("\(maildir.path)/new/\(name)", "\(maildir.path)/cur/\(name):2,") == 0) }
        let counter = OpenCounter(mail)
        var moved = MovedMessages()
        let subjects = try files.map { try maildir.header(of: $0, moved: &moved)?.subject }
        #expect(subjects == names.reversed())
        for file in files { #expect(try maildir.markAsRead(file, moved: &moved)) }
        // A folder that has just changed is read up to three times.
        #expect(counter.counts().folders <= 6)
        #expect(try maildir.files().count { $0.isUnread } == 0)
    }
    #endif

    @Test("No message is missed while another reader sets flags")
    func listsWhileFlagsChange() throws {
        // Names so long that the system hands them over in several pieces, between which files are renamed.
        let ending = String(repeating: "m", count: 220)
        let names = (1...1000).map { "cur/\($0).\(ending):2," }
        for name in names { try mail.deliver("x", as: name) }
        let maildir = try mail.maildir
        Thread.detachNewThread {
            for name in names {
                rename("\(maildir.path)/\(name)", "\(maildir.path)/\(name)F")
                usleep(200)
            }
        }
        var flagged = 0
        while flagged < names.count {
            let files = try maildir.files()
            try #require(files.count == names.count)
            flagged = files.count { $0.flags == "F" }
        }
    }

    @Test("The newest unread sender is named and made harmless")
    func namesTheNewestSender() throws {
        try mail.deliver(from: "Old <old@example.org>", "a", as: "new/1.a")
        try mail.deliver(from: "=?utf-8?Q?Ne=1Bw?= <new@example.org>", "b", as: "new/2.b")
        try mail.deliver(from: "Read <read@example.org>", "c", as: "cur/3.c:2,S")
        let unread = try mail.maildir.unread(among: mail.maildir.files())
        #expect(unread.count == 2)
        #expect(unread.newestSender == "Ne␛w")
        #expect("\(unread)" == "2 unread, the newest from Ne␛w")
    }

    @Test("Places that are not Maildirs are refused", arguments: ["", "/nothing", "/new/file"])
    func refusesOtherPlaces(path: String) throws {
        try mail.deliver("x", as: "new/file")
        let place = path.isEmpty ? mail.home.path : mail.url.path + path
        let error = #expect(throws: MailError.self) { try Maildir(at: place) }
        #expect(error?.code == (path.isEmpty ? .badData : .notFound))
        #expect(error?.description.contains(place) == true)
    }
}
