import Foundation
import MailReading
import Testing

@Suite("Marking messages as read")
struct MarkAsReadTests {
    let mail: TemporaryMaildir

    init() throws { mail = try TemporaryMaildir() }

    private func file() throws -> MessageFile { try #require(try mail.maildir.files().first) }

    @Test(
        "Marking moves a message to cur and adds the flag S, in order with the other flags",
        arguments: [
            ("new/1.a", "cur/1.a:2,S"), ("cur/1.a", "cur/1.a:2,S"), ("cur/1.a:2,", "cur/1.a:2,S"),
            ("cur/1.a:2,FT", "cur/1.a:2,FST"), ("cur/1.a:2,Fab", "cur/1.a:2,FSab"), ("new/1.a:2,S", "cur/1.a:2,S"),
            ("cur/1.a:2,FS", "cur/1.a:2,FS"),
        ])
    func renames(name: String, newName: String) throws {
        try mail.deliver("Hello", as: name)
        #expect(try mail.maildir.markAsRead(file()))
        #expect(try mail.names == [newName])
        #expect(try mail.maildir.header(of: file())?.subject == "Hello")
    }

    @Test("Marking never replaces another file")
    func neverReplaces() throws {
        try mail.deliver("Mine", as: "new/1.a")
        let file = try file()
        try mail.deliver("Another", as: "cur/1.a:2,S")
        let error = #expect(throws: MailError.self) { try mail.maildir.markAsRead(file) }
        #expect(error?.code == .inputOutput)
        #expect(try mail.names == ["cur/1.a:2,S", "new/1.a"])
        #expect(try mail.contents(of: "cur/1.a:2,S").contains("Another"))
        #expect(try mail.contents(of: "new/1.a").contains("Mine"))
    }

    @Test("A move that was interrupted halfway is completed")
    func finishesAMove() throws {
        try mail.deliver("Hello", as: "new/1.a")
        let file = try file()
        try FileManager.default.linkItem(
            at: mail.url.appending(path: "new/1.a"), to: mail.url.appending(path: "cur/1.a:2,S"))
        #expect(try mail.maildir.markAsRead(file))
        #expect(try mail.names == ["cur/1.a:2,S"])
    }

    @Test("A message that another reader has flagged is followed, and one that is gone is reported")
    func followsTheMessage() throws {
        try mail.deliver("Hello", as: "new/1.a")
        let file = try file()
        let flagged = mail.url.appending(path: "cur/1.a:2,F")
        try FileManager.default.moveItem(at: mail.url.appending(path: "new/1.a"), to: flagged)
        #expect(try mail.maildir.markAsRead(file))
        #expect(try mail.names == ["cur/1.a:2,FS"])

        try FileManager.default.removeItem(at: mail.url.appending(path: "cur/1.a:2,FS"))
        #expect(try mail.maildir.markAsRead(file) == false)
    }

    @Test("Marking by many processes at once succeeds and leaves each message once")
    func survivesManyAtOnce() async throws {
        for number in 0..<50 { try mail.deliver("\(number)", as: "new/\(number).x") }
        let files = try mail.maildir.files()
        let maildir = try mail.maildir
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { @concurrent () throws in
                    for file in files { #expect(try maildir.markAsRead(file)) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try mail.names == (0..<50).map { "cur/\($0).x:2,S" }.sorted())
    }
}
