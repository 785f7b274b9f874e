import AppGroupPlatform
import Foundation
import Testing
import ToolSupport

@testable import MailReading

@Suite("Headers")
struct HeaderTests {
    private func header(_ text: String) -> Header { Header(parsing: Array(text.utf8)) }

    @Test("Folded lines are joined with either line end", arguments: ["\n", "\r\n"])
    func unfolds(lineEnd: String) {
        let text = "From: a@b\nSubject: one\n two\n\tthree \n \nDate:\n  today\n\nSubject: body\n"
        let header = header(text.replacing("\n", with: lineEnd))
        #expect(header.subject == "one two three")
        #expect(header.date == "today")
        #expect(header.sender?.address == "a@b")
        #expect(header.messageID == nil)
    }

    @Test("The first of several fields counts, in any case and even with a space before the colon")
    func takesTheFirst() {
        #expect(header("SUBJECT : first\nSubject: second\n\n").subject == "first")
    }

    @Test(
        "A header that is cut short is still read",
        arguments: ["Subject: x", "Subject: x\n", "Subject: x\n\n", "Subject: x\nno field\nSubject: y\n"])
    func survivesTheEnd(text: String) {
        #expect(header(text).subject == "x")
    }

    @Test(
        "A header may lack every field",
        arguments: ["", "\n", "\r\n\r\n", ": x\n", "no field\nSubject: x\n", " fold\n\n"])
    func mayBeEmpty(text: String) {
        #expect(header(text).subject == nil)
        #expect(header(text).sender == nil)
    }

    @Test("The line that mbox files put before a header is skipped")
    func passesOverFromLine() {
        #expect(header("From ada Fri Nov 21 10:00:00 2025\nSubject: x\n\n").subject == "x")
    }

    @Test("Bytes that are not UTF-8 are read in the character set of the body, or in the likeliest one")
    func rawBytes() {
        func read(_ bytes: [UInt8], charset: String) -> Header {
            let head = Array("Content-Type: text/plain\(charset)\nFrom: ".utf8)
            return Header(parsing: head + bytes + Array(" <a@b>\nSubject: ".utf8) + bytes)
        }
        let cases: [(bytes: [UInt8], charset: String, text: String)] = [
            ([0xD4, 0xEE, 0xED, 0xE4], "; charset=windows-1251", "Фонд"),
            ([0xE6, 0xCF, 0xCE, 0xC4], "; charset=koi8-r", "Фонд"),
            ([0xD4, 0xEE, 0xED, 0xE4], "; charset=us-ascii", "Фонд"),
            ([0xD4, 0xEE, 0xED, 0xE4], "", "Фонд"), (Array("Gr".utf8) + [0xFC, 0xDF, 0x65], "", "Grüße"),
            (Array("Фонд".utf8), "; charset=koi8-r", "Фонд"),
        ]
        for (bytes, charset, text) in cases {
            let header = read(bytes, charset: charset)
            #expect(header.subject == text && header.sender?.name == text, "\(charset)")
        }
    }

    @Test("A header is read up to its end or its limit, and no further")
    func isBounded() throws {
        let mail = try TemporaryMaildir()
        let filler = "X-Filler: \(String(repeating: "x", count: Maildir.headerLimit))\n"
        try mail.deliver(Data("Subject: before\n\(filler)From: after@limit\n\n".utf8), as: "new/1.a")
        let header = try #require(try mail.maildir.header(of: mail.maildir.files()[0]))
        #expect(header.subject == "before")
        #expect(header.sender == nil)

        try mail.deliver(Data("Subject: x\n\n\(String(repeating: "x", count: 1 << 20))".utf8), as: "new/2.b")
        let path = mail.url.appending(path: "new/2.b").path
        #expect(try Files.beginning(of: path, limit: 1 << 30, until: Header.isComplete).count <= 64 * 1024)
    }
}
