import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Attachments in fund")
struct AttachmentTests {
    /// A message with attachments, each with its header and its contents.
    private static func message(_ parts: [(header: String, contents: String)]) -> Data {
        var data = Data(
            MailPeer.message(
                "[Equity 500] Files", body: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below\n"
            )
            .utf8)
        for (header, contents) in parts {
            data += Data("--b\n".utf8)
            // One letter is one byte, so that a name can be in windows-1251.
            data += header.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            data += Data("\nContent-Transfer-Encoding: base64\n\n\(Data(contents.utf8).base64EncodedString())\n".utf8)
        }
        return data + Data("--b--\n".utf8)
    }

    @Test("Attachments are saved under safe and right names, and both of two equal names live")
    func names() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        try await anna.succeed("mail", "trust", "ben@example.com")
        let type = "Content-Type: application/octet-stream"
        let attachment = "\(type)\nContent-Disposition: attachment; filename"
        try server.deliver(
            Self.message([
                ("\(attachment)=\"../../.ssh/x\"", "path"),
                ("\(attachment)=\"\(String(repeating: "n", count: 296)).pdf\"", "long"),
                (
                    "\(attachment)*0*=UTF-8''%D0%9E%D1%82;\n filename*1*=%D1%87%D1%91%D1%82;\n filename*2=\" 3.csv\"",
                    "pieces"
                ),
                ("\(attachment)=\"\u{CE}\u{F2}\u{F7}\u{B8}\u{F2}.txt\"", "raw"),
                ("\(attachment)=\"=?UTF-8?B?0J7RgtGH0ZHRgi5iaW4=?=\"", "word"),
                ("\(type); name=apple.png\nContent-Disposition: inline", "inline"),
                ("\(attachment)=same.bin", "first"), ("\(attachment)=same.bin", "second"),
                ("\(attachment)=\"...\"", "none"),
                ("\(attachment)=\"a\u{0}\u{1B}[31mb.bin\"", "control"),
            ]), as: "1.x")
        try await anna.succeed("mail", "fetch")
        try await anna.succeed("mail", "get", "1", "--all")
        let folder = anna.root.appending(path: "Equity 500")
        var found: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            found[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        #expect(
            found == [
                "x": "path", "\(String(repeating: "n", count: 196)).pdf": "long", "Отчёт 3.csv": "pieces",
                "Отчёт.txt": "raw", "Отчёт.bin": "word", "apple.png": "inline", "same.bin": "first",
                "same(1).bin": "second", "attachment": "none", "a[31mb.bin": "control",
            ])
        // A second time, nothing is doubled.
        try await anna.succeed("mail", "get", "1", "--all")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == found.count)
        #expect(try await anna.records("search", "Отчёт 3", "--in", "files").count == 1)
    }

    @Test("An attachment is named by its number or its name, and goes where the user wants it")
    func choice() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let header = "Content-Type: application/octet-stream; name="
        try server.deliver(
            Self.message([(header + "report.pdf", "1"), (header + "report.csv", "2"), (header + "x.bin", "3")]),
            as: "1.x")
        try await anna.succeed("mail", "fetch")
        let place = anna.home.appending(path: "place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(try await anna.fund("mail", "get", "1", "2").ending == .exit(64), "an unfiled message has no folder")
        #expect(
            try await anna.succeed("mail", "get", "1", "2", "x.bin", "--to", place.path).output
                == "\(place.path)/report.csv\n\(place.path)/x.bin\n")
        // Those who can read any new file there can read these.
        close(open(place.appending(path: "made").path, O_WRONLY | O_CREAT, 0o666))
        let permissions = try ["report.csv", "made"].map { name in
            try FileManager.default.attributesOfItem(atPath: place.appending(path: name).path)[.posixPermissions]
                as? Int
        }
        #expect(permissions[0] != nil && permissions[0] == permissions[1])
        #expect(try await anna.fund("mail", "get", "1", "report", "--to", place.path).ending == .exit(66))
        #expect(try await anna.fund("mail", "get", "1", "9", "--to", place.path).ending == .exit(66))
        #expect(try await anna.fund("mail", "get", "1", "1", "--to", "/nowhere").ending == .exit(66))
        try await anna.succeed("mail", "get", "1", "csv", "--fund", "equity")
        #expect(FileManager.default.fileExists(atPath: anna.root.appending(path: "Equity 500/report.csv").path))
    }

    @Test("A folder that can't be written is named, and the message stays")
    func full() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let header = "Content-Type: application/octet-stream; name="
        try server.deliver(Self.message([(header + "report.pdf", "1")]), as: "1.x")
        try await anna.succeed("mail", "fetch")
        let result = try await anna.fund("mail", "get", "1", "1", "--to", "/dev/fd")
        #expect(result.ending == .exit(74) && result.errors.contains("/dev/fd"), "\(result.errors)")
        #expect(try await anna.succeed("mail", "show", "1").output.contains("report.pdf"))
    }

    @Test("A get that is killed leaves no half file, and the next get or fetch deletes its draft")
    func killed() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let contents = String(repeating: "0123456789abcdef", count: 500_000)
        try server.deliver(Self.message([("Content-Type: application/pdf; name=a.pdf", contents)]), as: "1.x")
        try await anna.succeed("mail", "fetch")
        let folder = anna.root.appending(path: "Equity 500")
        func files() throws -> [URL] {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
        let draft = anna.root.appending(path: ".fund/mail/attachment.draft").path
        var random = RandomSource(seed: 7)
        var (drafts, round) = (0, 0)
        // On a busy machine, every get may end before it is killed: then there are more.
        while round < 20 || drafts == 0 && round < 400 {
            round += 1
            let process = try anna.start(["mail", "get", "1", "1", "--fund", "equity"])
            while process.isRunning, !FileManager.default.fileExists(atPath: draft) { usleep(200) }
            usleep(UInt32(random.below(round % 2 == 0 ? 2000 : 40_000)))
            process.send(SIGKILL)
            _ = try await process.result()
            for file in try files() { #expect(try Data(contentsOf: file) == Data(contents.utf8), "\(file)") }
            if FileManager.default.fileExists(atPath: draft) { drafts += 1 }
        }
        #expect(drafts > 0, "no kill was early enough")
        try Data("left".utf8).write(to: URL(filePath: draft))
        try await anna.succeed("mail", "fetch")
        #expect(!FileManager.default.fileExists(atPath: draft))
        try Data("left".utf8).write(to: URL(filePath: draft))
        try await anna.succeed("mail", "get", "1", "1", "--fund", "equity")
        #expect(!FileManager.default.fileExists(atPath: draft))
        #expect(try files().map(\.lastPathComponent) == ["a.pdf"])
    }

    @Test("A message that is huge, nested deeply, has many parts or has no end is shown as far as it goes")
    func extremes() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let parts = (0..<1000).map { "--b\nContent-Type: image/png; name=\($0).png\n\nx\n" }.joined()
        try server.deliver(
            MailPeer.message(
                "many", body: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nText of many\n\(parts)--b--\n"))
        var nested = "Content-Type: text/plain\n\nText of nested\n"
        for level in 0..<200 {
            nested = "Content-Type: multipart/mixed; boundary=n\(level)\n\n--n\(level)\n\(nested)\n--n\(level)--\n"
        }
        try server.deliver(MailPeer.message("nested", body: nested))
        try server.deliver(
            MailPeer.message(
                "endless",
                body: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nText of endless\n--b\nContent-Type"))
        let line = String(repeating: "QUJD", count: 19) + "\n"
        try server.deliver(
            MailPeer.message(
                "large",
                body: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nText of large\n--b\n"
                    + "Content-Type: application/pdf; name=large.bin\nContent-Transfer-Encoding: base64\n\n"
                    + String(repeating: line, count: 650_000) + "--b--\n"))
        try await anna.succeed("mail", "fetch")
        for mail in try await anna.records("mail", "list") {
            #expect(try await anna.succeed("mail", "show", mail[0]).output.contains("Text of \(mail[5])"))
            if mail[5] == "many" { #expect(mail[6] == "1000") }
            guard mail[5] == "large" else { continue }
            try await anna.succeed("mail", "get", mail[0], "1", "--fund", "equity")
            let data = try Data(contentsOf: anna.root.appending(path: "Equity 500/large.bin"))
            #expect(data.count == 650_000 * 57 && data.starts(with: Data("ABCABC".utf8)))
        }
    }

    @Test("Escape sequences and directions of writing in a message are shown as harmless text")
    func harmless() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        let html = "<p>Hi \u{1B}[31m</p><script>alert(1)</script>\u{202E}"
        try server.deliver(
            MailPeer.message(
                "\u{1B}]0;x\u{7} \u{202E}evil", body: "Content-Type: text/html; charset=utf-8\n\n\(html)"))
        try await anna.succeed("mail", "fetch")
        for output in [
            try await anna.succeed("mail", "show", "1").output, try await anna.succeed("mail", "list").output,
            try await anna.succeed("search", "hi").output,
        ] {
            #expect(!output.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) })
            #expect(!output.contains("alert"))
        }
    }
}
