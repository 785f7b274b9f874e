import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import MailReading
@testable import ToolSupport

@Suite("Parts and attachments", .timeLimit(.minutes(20)))
struct PartsTests {
    private func tree(_ text: String) -> MessageTree<MessageBytes> { MessageTree(MessageBytes(Array(text.utf8)[...])) }

    /// A message with these parts, each a header, a blank line and a body.
    private func mixed(_ parts: String..., type: String = "mixed") -> String {
        "Content-Type: multipart/\(type); boundary=b\n\n" + parts.map { "--b\n\($0)\n" }.joined() + "--b--\n"
    }

    @Test("Of alternatives, the plain text is read, and HTML if there is no other")
    func alternatives() {
        let plain = "Content-Type: text/plain\n\nPlain"
        let html = "Content-Type: text/html\n\n<p>Rich</p>"
        let both = tree(mixed(html, plain, type: "alternative"))
        #expect(both.readableText(limit: .max) { "html:\($0)" } == "Plain" && both.attachments.isEmpty)
        let rich = tree(mixed("Content-Type: text/calendar\n\nx", html, type: "alternative"))
        #expect(rich.readableText(limit: .max) { "html:\($0)" } == "html:<p>Rich</p>")
        #expect(rich.attachments.map(\.name) == ["part 1.ics"])
    }

    @Test(
        "HTML whose plain alternative is blank is read, even if the message has another text, such as a list's footer",
        arguments: [
            "Content-Type: text/plain\n\n \r\n",
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nwqDCoA==",
            "Content-Type: multipart/mixed; boundary=d\n\n--d\n\n \n--d--",
        ])
    func blankAlternative(plain: String) {
        let html = "Content-Type: text/html\n\n<p>Rich</p>"
        let both = "Content-Type: multipart/alternative; boundary=c\n\n--c\n\(plain)\n--c\n\(html)\n--c--"
        let message = tree(mixed(both, "Content-Type: text/plain\n\nFooter"))
        #expect(message.readableText(limit: .max) { "html:\($0)" } == "html:<p>Rich</p>\nFooter")
        #expect(message.attachments.isEmpty)
    }

    @Test("Thousands of parts inside hundreds of alternatives are read in linear time", .timeLimit(.minutes(2)))
    func deepAlternatives() {
        let starts = (0..<250).map { "Content-Type: multipart/alternative; boundary=b\($0)\n\n--b\($0)\n" }.joined()
        let part = "Content-Disposition: attachment\(String(repeating: "; a=b", count: 50))\n\nx\n--b249\n"
        let message = tree(starts + String(repeating: part, count: 5000) + "\nHello\n")
        #expect(message.readableText(limit: .max) { $0 } == "Hello\n")
        #expect(message.attachments.count == 5000)
    }

    @Test("Texts around an inline attachment, as Apple's programs send them, are read together")
    func apple() {
        let message = tree(
            mixed(
                "Content-Type: text/plain\n\nBefore",
                "Content-Type: application/pdf; name=a.pdf\nContent-Disposition: inline; filename=a.pdf\n\nx",
                "Content-Type: text/plain\n\nAfter", "Content-Type: text/plain; name=notes.txt\n\nNotes"))
        #expect(message.readableText(limit: .max) { $0 } == "Before\nAfter")
        #expect(message.attachments.map(\.name) == ["a.pdf", "notes.txt"])
    }

    @Test("An attached message is a file, and so are the files in it")
    func nested() {
        let inner =
            "Subject: Q3\n\(mixed("\nInside", "Content-Type: image/png\n\nx").replacing("--b", with: "--c").replacing("=b", with: "=c"))"
        let message = tree(mixed("\nOutside", "Content-Type: message/rfc822\n\n\(inner)"))
        #expect(message.readableText(limit: .max) { $0 } == "Outside")
        #expect(message.attachments.map(\.name) == ["Q3.eml", "part 5.png"])
    }

    @Test(
        "Names of files are decoded in every form in which senders write them",
        arguments: [
            ("attachment; filename=plain.pdf", "plain.pdf"),
            ("attachment; filename=\"a \\\"b\\\".pdf\"", "a \"b\".pdf"),
            ("attachment; filename*=UTF-8''%e2%82%ac%20rates.pdf", "€ rates.pdf"),
            ("attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates"),
            ("attachment; filename=x; filename*=UTF-8''%D0%9E", "О"),
            ("attachment; filename*0*=UTF-8''%D0; filename*1*=%9E; filename*2=\".pdf\"", "О.pdf"),
            ("attachment; filename*1=b; filename*0=a; filename*3=d", "ab"),
            ("attachment; filename=\"=?windows-1251?B?zvI=?= =?windows-1251?Q?=F7?=.pdf\"", "Отч.pdf"),
            ("attachment; filename=\"unfinished.pdf", "unfinished.pdf"), ("attachment; FileName = x ; y", "x"),
            ("attachment; filename*=UTF-8''%", "%"), ("attachment; filename=\"a;b.pdf\"", "a;b.pdf"),
        ])
    func names(disposition: String, name: String) {
        let message = tree(mixed("Content-Disposition: \(disposition)\n\nx"))
        #expect(message.attachments.map(\.name) == [name])
    }

    @Test("Raw bytes in a name are read in the character set that the message names, or in the likeliest one")
    func rawNames() {
        func name(_ bytes: [UInt8], charset: String) -> String? {
            let head =
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\(charset)\n\nx\n--b\n"
            let disposition = Array("\(head)Content-Disposition: attachment; filename=\"".utf8) + bytes
            return MessageTree(MessageBytes((disposition + Array("\"\n\nx\n--b--\n".utf8))[...])).attachments.first?
                .name
        }
        #expect(name([0xCE, 0xF2, 0xF7, 0xB8, 0xF2] + Array(".pdf".utf8), charset: "") == "Отчёт.pdf")
        #expect(name(Array("Gr".utf8) + [0xFC, 0xDF] + Array("e.pdf".utf8), charset: "") == "Grüße.pdf")
        #expect(name([0xEF, 0xD4] + Array(".pdf".utf8), charset: "; charset=koi8-r") == "От.pdf")
        #expect(name(Array("Отчёт.pdf".utf8), charset: "; charset=koi8-r") == "Отчёт.pdf")
    }

    @Test(
        "Names of files become safe",
        arguments: [
            ("../../.ssh/x", "x"), ("C:\\Users\\a.pdf", "a.pdf"), ("/etc/passwd", "passwd"), ("..", "attachment"),
            ("...hidden", "hidden"), ("Q3/Q4 report.pdf", "Q3-Q4 report.pdf"), ("a\nb\t.pdf ", "a b .pdf"),
            ("", "attachment"),
            ("a\u{202E}fdp.exe", "afdp.exe"), ("nul\u{0}.pdf", "nul.pdf"), ("~/x", "x"), ("./x.pdf", "x.pdf"),
            ("///", "attachment"),
            ("می\u{200C}خواهم.pdf", "می\u{200C}خواهم.pdf"), ("a\u{200C}b.pdf", "ab.pdf"),
            ("👩🏽\u{200D}💻.png", "👩🏽\u{200D}💻.png"), ("\u{200D}.\u{2028}x\u{1B}[31m", "x[31m"),
        ])
    func safeNames(name: String, safe: String) { #expect(SafeFileName.of(name) == safe) }

    @Test("Any name becomes a name that the system accepts as one file")
    func anyNames() {
        var random = RandomSource(seed: 1)
        let scalars = Array("ab./\\~ \u{0}\u{1B}\u{202E}é基😀\u{301}\u{200D}".unicodeScalars)
        for _ in 0..<5000 {
            var name = String.UnicodeScalarView()
            for _ in 0..<random.below(400) { name.append(random.pick(scalars)) }
            let safe = SafeFileName.of(String(name))
            #expect((1...200).contains(safe.utf8.count) && safe.utf8.first != 0x2E && !safe.utf8.contains(0))
            #expect(!safe.utf8.contains(0x2F) && !safe.utf8.contains(0x5C))
        }
    }

    @Test(
        "Bodies are decoded in the same way in pieces of any size", arguments: ["base64", "quoted-printable", "8bit"])
    func pieces(encoding: String) {
        var random = RandomSource(seed: 7)
        for _ in 0..<300 {
            let bytes = random.bytes(random.below(3000))
            let base64 = Data(bytes).base64EncodedData(options: [.lineLength76Characters])
            let text =
                encoding == "base64"
                ? Array(base64) : (0..<bytes.count).map { _ in random.pick(Array("=3D\r\n ab".utf8)) }
            let kind = TransferEncoding(encoding)
            var decoder = BodyDecoder(kind)
            var decoded: [UInt8] = []
            var rest = text[...]
            while !rest.isEmpty {
                let piece = rest.prefix(1 + random.below(100))
                decoded += decoder.decode(piece)
                rest = rest.dropFirst(piece.count)
            }
            decoded += decoder.finish()
            #expect(decoded == kind.decode(text[...]))
            if encoding == "base64" { #expect(decoded == bytes) }
        }
    }

    @Test("Mutated messages have the same parts in memory and in blocks, within the message", arguments: 0..<6)
    func mutations(seed: Int) throws {
        var random = RandomSource(seed: UInt64(seed))
        var writer = MessageWriter(random: RandomSource(seed: UInt64(seed)))
        let seeds = (0..<20).map { _ in Array(writer.message()) }
        let special = Array("--\r\n =;\"'*%()<>:Content-Type: multipart/mixed; boundary=".utf8)
        for _ in 0..<600 {
            var bytes = random.pick(seeds)
            for _ in 0..<(1 + random.below(8)) {
                let start = random.below(bytes.count + 1)
                let end = min(bytes.count, start + random.below(12))
                switch random.below(3) {
                case 0: bytes.removeSubrange(start..<end)
                case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count + 1))
                default: bytes.insert(random.pick(special), at: start)
                }
            }
            let whole = MessageTree(MessageBytes(bytes[...]))
            let split = PartScanner.scan(MessageBytes(bytes[...]), blockSize: 1 + random.below(40))
            #expect(whole.parts.map(\.body) == split.parts.map(\.body))
            #expect(whole.parts.map(\.mediaType) == split.parts.map(\.mediaType))
            for part in whole.parts {
                #expect(part.body.lowerBound >= 0 && part.body.upperBound <= bytes.count)
                if let parent = part.parent {
                    #expect(whole.parts[parent].body.contains(part.body) || part.body.isEmpty)
                }
                try whole.decode(part) { _ in }
            }
            for file in whole.attachments { #expect(!file.safeName.isEmpty) }
            #expect(whole.readableText(limit: .max) { $0 } == whole.readableText(limit: .max) { $0 })
        }
    }

    @Test("Many lines like delimiters in parts that are nested deeply are read in linear time", .timeLimit(.minutes(2)))
    func nestedLines() {
        let heads = (0..<240).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
        let lines = String(repeating: "--x\n", count: 1_000_000)
        let message = tree("\(heads)Content-Type: application/pdf\n\n\(lines)--b3--\nx\n--b2  \n\nText")
        #expect(message.parts.count == 242 && message.parts.last?.parent == 2)
        #expect(message.readableText(limit: .max) { $0 } == "Text")
    }

    @Test("Authentication results are read with comments, quotes, versions and unknown methods")
    func results() throws {
        func results(_ text: String) throws -> AuthenticationResults {
            try #require(AuthenticationResults(parsing: text))
        }
        let usual = try results(
            "mx.Example.org (postfix) 1; spf = pass (ok; dmarc=fail) smtp.mailfrom=a@b.example; "
                + "dkim=pass header.i=@example.com header.s=\"x; y\"; dmarc=none")
        #expect(usual.server == "mx.example.org" && usual.findings.count == 3)
        #expect(!usual.vouches(for: "a@example.com"), "DMARC has the last word")
        #expect(try results("m; dkim=pass header.d=example.com").vouches(for: "a@mail.example.com"))
        #expect(try !results("m; dkim=pass header.d=mail.example.com").vouches(for: "a@example.com"))
        #expect(try !results("m; dkim=pass header.d=com").vouches(for: "a@example.com"))
        #expect(try !results("m; dkim=pass header.d=ample.com").vouches(for: "a@example.com"))
        #expect(try !results("m; none").vouches(for: "a@example.com"))
        #expect(try !results("m; auth=pass smtp.auth=a@example.com").vouches(for: "a@example.com"))
        #expect(try !results("m; dmarc=pass header.from=example.com").vouches(for: "nobody"))
        // A sender chooses what stands between the quotation marks.
        let sender = "\"\u{301}; dmarc=pass header.from=example.com; x=\"@b.example"
        #expect(try !results("m; spf=pass smtp.mailfrom=\(sender); dmarc=fail").vouches(for: "a@example.com"))
        let blanks = String(repeating: " ", count: 200_000)
        let spread = try results("m; dkim\(blanks)=\(blanks)pass header.d=example.com\(blanks)x")
        #expect(spread.vouches(for: "a@example.com"))
        #expect(AuthenticationResults(parsing: "") == nil)
    }
}
