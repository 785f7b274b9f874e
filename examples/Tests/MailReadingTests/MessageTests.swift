import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import MailReading

@Suite("Messages")
struct MessageTests {
    private func message(_ text: String) -> Message { Message(parsing: Array(text.utf8)[...]) }

    @Test(
        "The plain text of a message is decoded",
        arguments: [
            ("Subject: x\n\nHello\r\nthere\n", "Hello\nthere\n"), ("\n\nHello", "\nHello"),
            ("Content-Type: text/plain; charset=nonsense\n\nGrüße", "Grüße"), ("Content-Type: odd\n\nx", "x"),
            ("Content-Transfer-Encoding: BASE64\n\nSGVs\r\nb*G8h\n", "Hello!"),
            ("Content-Transfer-Encoding: base64\n\nSGVsbG8=\n-- \na mailing list", "Hello"),
            ("Content-Transfer-Encoding: base64\n\nSGVsbG8hI", "Hello!"),
            ("Content-Transfer-Encoding: base64 (a comment)\n\nSGVsbG8h", "Hello!"),
            ("Content-Transfer-Encoding: base64; x=y\n\nSGVsbG8h", "Hello!"),
            ("Content-Type: text/plain (a comment)\n\nHello!", "Hello!"),
            (
                "Content-Type: text/plain; charset=iso-8859-2 (Latin 2)\nContent-Transfer-Encoding: base64\n\ns/NkvA==",
                "łódź"
            ),
            ("Content-Transfer-Encoding: quoted-printable\n\na=3Db=\n c= \t\r\nd=", "a=b cd"),
            ("Content-Type: text/plain; charset=\"koi8-r\"\nContent-Transfer-Encoding: base64\n\n98XSwQ==", "Вера"),
        ])
    func showsPlainText(source: String, text: String) {
        #expect(message(source).plainText == text)
    }

    @Test("The first nested plain text that isn't an attachment is found")
    func findsPlainText() {
        let source = """
            Content-Type: multipart/mixed; boundary="a b"

            --a b not yet
            --a b
            Content-Disposition: attachment

            attached
            --a b\t
            Content-Type: multipart/alternative; boundary=inner

            --inner
            Content-Type: text/html

            <p>
            --inner

            here it is

            --inner--
            --a b--
            """
        #expect(message(source).plainText == "here it is\n")
    }

    @Test(
        "A message without plain text tells its media type",
        arguments: [
            ("Content-Type: text/html\n\n<p>", "text/html"), ("Content-Type: IMAGE/PNG; name=x\n\n", "image/png"),
            ("Content-Type: multipart/mixed\n\nx", "multipart/mixed"),
            ("Content-Type: multipart/mixed; boundary=b\n\n--b--", "multipart/mixed"),
        ])
    func saysWhatItIs(source: String, mediaType: String) {
        #expect(message(source).plainText == nil)
        #expect(message(source).mediaType == mediaType)
    }

    @Test("A message that is nested too deeply has no plain text")
    func boundsNesting() {
        func nested(_ levels: Int) -> Message {
            let headers = (0..<levels).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }
            return message(headers.joined() + "\nx")
        }
        #expect(nested(10).plainText == "x")
        #expect(nested(10_000).plainText == nil)
    }

    @Test("Showing a text takes a few times its size in memory, however short its lines are", arguments: [0, 76])
    func takesLittleMemory(lineLength: Int) throws {
        let mail = try TemporaryMaildir()
        let line = String(repeating: "x", count: lineLength) + "\r\n"
        let text = String(repeating: line, count: (8 << 20) / line.utf8.count)
        try mail.deliver(Data("Subject: x\n\n\(text)".utf8), as: "new/1.a")
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        let measure = Program(executable: Python.interpreter, environment: mail.environment)
        let result = try measure(Python.path(of: "peak_memory.py"), inbox.executable.path, "show", "1").output
        #expect(result.contains("status 0"), "\(result)")
        let kilobytes = try #require(result.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) })
        #expect(kilobytes < 100_000)
    }
}
