import ExamplesTestSupport
import Foundation
import Testing

/// What inbox shows of messages that have no plain text.
@Suite("Messages in HTML")
struct HTMLMessageTests {
    private let mail: TemporaryMaildir
    private let inbox: Program

    init() throws {
        mail = try TemporaryMaildir()
        inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
    }

    /// What inbox shows below the header of a message.
    private func shown(_ message: some DataProtocol) throws -> String {
        try mail.deliver(message, as: "new/1.a")
        let result = try inbox("show", "1.a")
        #expect(result.status == 0 && result.errors == "")
        return result.output.replacing("ID: 1.a\n\n", with: "", maxReplacements: 1)
    }

    @Test("The text of HTML is shown with the addresses of links, and without scripts, styles and control characters")
    func showsText() throws {
        let text = try shown(
            Data(
                """
                Content-Type: text/html; charset=utf-8

                <html><head><style>p { color: red }</style><script>alert("<p>no</p>")</script></head>
                <body><p>Tea &amp; cake&nbsp;for 5&nbsp;&euro;</p><p>See <a href="https://example.org/tea">the
                menu</a>\u{1B}[2J&#27;[2J</p><img src="https://example.org/pixel"></body></html>
                """.utf8))
        #expect(text == "Tea & cake for 5 €\nSee the menu <https://example.org/tea>␛[2J␛[2J\n")
    }

    @Test("HTML is read in its character set and its encoding")
    func decodes() throws {
        let header = "Content-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n"
        #expect(try shown(Data("\(header)PHA+98XSwTwvcD4=\n".utf8)) == "Вера\n")
    }

    @Test("Of a message of several parts without plain text, the HTML that is no attachment is shown")
    func findsHTML() throws {
        let source = """
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: multipart/related; boundary=c

            --c
            Content-Type: text/html

            <h1>Hello</h1>
            --c
            Content-Type: image/png
            Content-ID: <1>

            x
            --c--
            --b
            Content-Type: text/html; name=page.html
            Content-Disposition: attachment

            <p>attached
            --b--
            """
        #expect(try shown(Data(source.utf8)) == "Hello\n\nAttachment: part 3.png\nAttachment: page.html\n")
    }

    @Test("Pictures that HTML shows inside itself are counted, and only other files are named as attachments")
    func embeddedPictures() throws {
        let source = """
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: multipart/related; boundary=c

            --c
            Content-Type: text/html

            <p>Hello</p><img src="cid:logo%40example.org"><td style='background: url(cid:2)'></td><a href="cid:page">x</a>
            --c
            Content-Type: image/png; name=logo.png
            Content-ID: <logo@example.org>
            Content-Disposition: inline

            x
            --c
            Content-Type: image/gif; name=background.gif
            Content-ID: <2>

            x
            --c
            Content-Type: image/jpeg; name=photo.jpg
            Content-ID: <22>

            x
            --c
            Content-Type: application/pdf; name=page.pdf
            Content-ID: <page>

            x
            --c--
            --b--
            """
        let page = try shown(Data(source.utf8))
        #expect(
            page.hasSuffix("\n\nAttachment: photo.jpg\nAttachment: page.pdf\nEmbedded pictures: 2\n"), "\(page)")
    }

    @Test("Plain text is shown as it is, and not the HTML beside it")
    func prefersPlainText() throws {
        let source = """
            Content-Type: multipart/alternative; boundary=b

            --b
            Content-Type: text/html

            <p>HTML
            --b
            Content-Type: text/plain

            <p> is a tag
            --b--
            """
        #expect(try shown(Data(source.utf8)) == "<p> is a tag\n")
    }

    @Test(
        "HTML is shown although its plain text is empty, or the plain text beside it is only a footer",
        arguments: [
            ("alternative", "", "Shipped\n"), ("alternative", "\r\n \r\n", "Shipped\n"),
            ("mixed", "tea list", "Shipped\ntea list\n"),
        ])
    func showsHTMLBesidePlainText(type: String, plain: String, shown: String) throws {
        let source = """
            Content-Type: multipart/\(type); boundary=b

            --b
            Content-Type: text/html

            <p>Shipped
            --b
            Content-Type: text/plain

            \(plain)
            --b--
            """
        #expect(try self.shown(Data(source.utf8)) == shown)
    }

    @Test(
        "A message without any text says what it is, and names its files",
        arguments: [
            ("Content-Type: image/png\n\nx", "image/png.\n\nAttachment: part 0.png\n"),
            ("Content-Type: text/html\n\n<img src=x>", "text/html.\n"),
            (
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png\n\nx\n--b--",
                "multipart/mixed.\n\nAttachment: part 1.png\n"
            ),
        ])
    func saysWhatItIs(source: String, end: String) throws {
        #expect(try shown(Data(source.utf8)) == "This message has no text: it is \(end)")
    }

    @Test(
        "Damaged and deeply nested HTML is shown as far as it goes",
        arguments: ["<div>", "<table><tr><td>", "<a href=https://example.org/>", "<!-- ", "</p", "&", "<b x=\"\">"])
    func survives(pattern: String) throws {
        let html = "<p>before</p>" + String(repeating: pattern, count: 20_000)
        #expect(try shown(Data("Content-Type: text/html\n\n\(html)".utf8)).hasPrefix("before\n"))
    }
}
