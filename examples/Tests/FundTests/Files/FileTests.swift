import AppGroupPlatform
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolSupport

@testable import fund

@Suite("Files of funds")
struct FileTests {
    /// An investor with the fund `Equity`.
    private func investor(programs: [String: String] = [:]) async throws -> Investor {
        let anna = try Investor(programs: programs)
        try await anna.succeed("new", "Equity")
        return anna
    }

    @Test("Files of one name both live, and the same file is not copied twice")
    func add() async throws {
        let anna = try await investor()
        let path = try anna.write("one", to: "a b.tar.gz")
        try await anna.succeed("add", "Equity", path)
        #expect(try await anna.succeed("add", "Equity", path).errors.contains("already"))
        try anna.write("two", to: "a b.tar.gz")
        try await anna.succeed("add", "Equity", path)
        #expect(try await anna.records("show", "Equity").map { $0[1] } == ["a b.tar(1).gz", "a b.tar.gz"])
        #expect(try String(contentsOf: anna.root.appending(path: "Equity/a b.tar(1).gz"), encoding: .utf8) == "two")
    }

    @Test("Two files whose names look alike but differ in their bytes are two files")
    func alikeNames() async throws {
        let anna = try await investor()
        let folder = anna.root.appending(path: "Equity").path
        for (name, text) in [("Geb\u{FC}hr", "1"), ("Gebu\u{308}hr", "22")] {
            // Foundation would write one form of the name for both.
            let file = try #require(fopen("\(folder)/\(name).txt", "w"))
            fputs(text, file)
            fclose(file)
        }
        #expect(try await anna.succeed("scan").lines.count == 2)
        #expect(try await anna.succeed("scan").output.isEmpty)
        #expect(unlink("\(folder)/Geb\u{FC}hr.txt") == 0)
        #expect(try await anna.succeed("scan").output.hasPrefix("gone\t"))
        #expect(try await anna.records("show", "Equity").count == 1)
    }

    @Test("A file is found by its name even if its letters are composed in another way, and by its own bytes first")
    func composedOtherwise() async throws {
        let anna = try await investor()
        let folder = anna.root.appending(path: "Equity").path
        func write(_ text: String, as name: String) throws {
            // Foundation could write another form of the name.
            let file = try #require(fopen("\(folder)/\(name)", "w"))
            fputs(text, file)
            fclose(file)
        }
        let (composed, decomposed) = ("r\u{E9}sum\u{E9}.txt", "re\u{301}sume\u{301}.txt")
        try write("from a Mac\n", as: decomposed)
        try await anna.succeed("scan")
        for name in [composed, decomposed, "Equity/\(composed)"] {
            #expect(try await anna.succeed("preview", name).output == "from a Mac\n")
        }
        try await anna.succeed("favorite", composed)
        #expect(try await anna.succeed("favorite").output == "\(folder)/\(decomposed)\n")
        try write("from here\n", as: composed)
        try await anna.succeed("scan")
        for prefix in ["", "Equity/"] {
            #expect(try await anna.succeed("preview", prefix + composed).output == "from here\n")
            #expect(try await anna.succeed("preview", prefix + decomposed).output == "from a Mac\n")
        }
    }

    @Test("Eight processes that add different files of one name at once get eight names")
    func addAtOnce() async throws {
        let anna = try await investor()
        let running = try (0..<8).map { number in
            try anna.start(["add", "Equity", anna.write("text \(number)", to: "\(number)/report.pdf.txt")])
        }
        for process in running { #expect(try await process.result().ending == .exit(0)) }
        let folder = anna.root.appending(path: "Equity")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 8, "\(names)")
        let texts = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        #expect(Set(texts) == Set((0..<8).map { "text \($0)" }))
        #expect(try await anna.records("search", "text").count == 8)
    }

    @Test("Anything that is not a file is refused, and the other files are added")
    func refusals() async throws {
        let anna = try await investor()
        let good = try anna.write("x", to: "good.txt")
        let folder = try await anna.fund("add", "Equity", anna.home.path, good)
        #expect(folder.ending == .exit(65) && folder.errors.contains("folder"))
        let missing = try await anna.fund("add", "Equity", "\(anna.home.path)/missing/file")
        #expect(missing.ending == .exit(66))
        let device = try await anna.fund("add", "Equity", "/dev/null")
        #expect(device.ending == .exit(65))
        #expect(try await anna.records("show", "Equity").map { $0[1] } == ["good.txt"])
    }

    @Test("A copy that doesn't fit on the disk leaves nothing behind, and is named with status 74")
    func fullDisk() async throws {
        let anna = try await investor()
        let path = try anna.write(String(repeating: "x", count: 3 << 20), to: "large.txt")
        let result = try await anna.shell("trap '' XFSZ; ulimit -f 2000; exec \"$fund\" add Equity '\(path)'")
        #expect(result.ending == .exit(74) && result.errors.contains("large.txt"), "\(result.errors)")
        let folder = anna.root.appending(path: "Equity").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("A scan finds new, changed and removed files of other programs, and the text of PDFs")
    func scan() async throws {
        let anna = try await investor()
        try anna.write("one", to: "data/fund/Equity/sub/a.txt")
        try anna.write("two", to: "data/fund/Equity/b.md")
        try anna.write("", to: "data/fund/Equity/.hidden")
        var writer = PDFWriter()
        writer.page("BT /F 12 Tf 50 700 Td (Quarterly report) Tj ET")
        try Data(writer.finish()).write(to: anna.root.appending(path: "Equity/r.pdf"))
        #expect(try await anna.succeed("scan").output == "new\tEquity/b.md\nnew\tEquity/r.pdf\nnew\tEquity/sub/a.txt\n")
        #expect(try await anna.succeed("scan").output.isEmpty)
        #expect(try await anna.records("search", "quarterly REPORT").first?[2] == "Equity/r.pdf")
        try anna.write("three", to: "data/fund/Equity/b.md")
        try FileManager.default.removeItem(at: anna.root.appending(path: "Equity/sub/a.txt"))
        #expect(try await anna.succeed("scan").output == "changed\tEquity/b.md\ngone\tEquity/sub/a.txt\n")
        #expect(try await anna.records("search", "three").count == 1)
        #expect(try await anna.fund("search", "one").ending == .exit(66))
    }

    @Test("A folder that is too deep is named by scan and show, and all other files are found")
    func tooDeep() async throws {
        let anna = try await investor()
        let limit = Array(repeating: "d", count: 16).joined(separator: "/")
        try anna.write("found", to: "data/fund/Equity/\(limit)/a.txt")
        try anna.write("left out", to: "data/fund/Equity/\(limit)/d/b.txt")
        let scan = try await anna.succeed("scan")
        #expect(scan.output == "new\tEquity/\(limit)/a.txt\n")
        let sentence = "1 folder is more than 16 folders deep and is left out: Equity/\(limit)/d. Move it up."
        for said in [scan.errors, try await anna.succeed("show", "Equity").errors] {
            #expect(said.contains(sentence), "\(said)")
        }
    }

    @Test("If a fund has more files than a scan looks at, the others are counted, and not taken for deleted")
    func tooMany() async throws {
        let anna = try await investor()
        for name in ["a.txt", "b.txt", "c.txt", "d.txt"] { try anna.write("x", to: "data/fund/Equity/\(name)") }
        try await anna.succeed("scan")
        try FileManager.default.removeItem(at: anna.root.appending(path: "Equity/a.txt"))
        let store = try Store(root: anna.root.path)
        let fund = try store.fund("Equity")
        var said: [String] = []
        let result = try Scanner(store: store, fileLimit: 2).scan(fund) { said.append($0) }
        #expect(result.removed == ["a.txt"] && result.added.isEmpty && result.changed.isEmpty)
        #expect(try store.files(of: fund).map(\.path) == ["b.txt", "c.txt", "d.txt"])
        let sentence = "Only 2 files are listed, so 1 file is left out: Equity/"
        #expect(said.count == 1 && said[0].hasPrefix(sentence), "\(said)")
    }

    @Test("A damaged PDF is reported, and its name can be found")
    func damagedPDF() async throws {
        let anna = try await investor()
        try anna.write("<html>not a PDF</html>", to: "data/fund/Equity/report.pdf")
        let result = try await anna.fund("scan")
        #expect(result.ending == .exit(0) && result.errors.contains("Equity/report.pdf"))
        #expect(try await anna.records("search", "report.pdf").count == 1)
    }

    @Test("Documents and multimedia are shown apart")
    func kinds() async throws {
        let anna = try await investor()
        for name in ["a.pdf", "b.MP3", "c.png", "d.odt", "e", "f.bin"] {
            try anna.write("", to: "data/fund/Equity/\(name)")
        }
        let kinds = Dictionary(grouping: try await anna.records("show", "Equity"), by: { $0[0] }).mapValues {
            $0.map { $0[1] }
        }
        #expect(
            kinds == ["document": ["a.pdf", "d.odt"], "multimedia": ["b.MP3", "c.png"], "other": ["e", "f.bin"]])
    }

    @Test("A file is opened by the program that the desktop has for it")
    func open() async throws {
        let anna = try await investor(programs: ["xdg-open": "printf '%s' \"$1\" > \"$HOME/opened\""])
        try anna.write("", to: "data/fund/Equity/a b.pdf")
        for selector in ["Equity/a b.pdf", "a b.pdf", anna.root.appending(path: "Equity/a b.pdf").path] {
            try await anna.succeed("open", selector)
            let opened = try String(contentsOf: anna.home.appending(path: "opened"), encoding: .utf8)
            #expect(opened == anna.root.appending(path: "Equity/a b.pdf").path)
        }
        // What the desktop's program shows, the user sees, wherever fund's output goes.
        #expect(try anna.app.usage.count == 3)
        let failing = try await investor()
        try failing.write("", to: "data/fund/Equity/a.pdf")
        #expect(try await failing.fund("open", "a.pdf").ending == .exit(69))
    }

    @Test(
        "No selector leads out of a fund's folder",
        arguments: ["Equity/../../secret", "Equity/.hidden", "Equity//a", "../secret", "Equity/"])
    func outside(selector: String) async throws {
        let anna = try await investor()
        try anna.write("", to: "data/secret")
        try anna.write("", to: "data/fund/Equity/.hidden")
        #expect(try await anna.fund("open", selector).ending == .exit(66))
        #expect(try await anna.fund("rm", selector).ending == .exit(66))
    }

    @Test("The one favorite survives a renaming of its fund, and is gone with its file")
    func favorite() async throws {
        let anna = try await investor()
        for name in ["a.pdf", "b.pdf"] { try anna.write("", to: "data/fund/Equity/\(name)") }
        #expect(try await anna.fund("favorite").ending == .exit(66))
        try await anna.succeed("favorite", "Equity/a.pdf")
        try await anna.succeed("favorite", "Equity/b.pdf")
        try await anna.succeed("rename", "Equity", "Shares")
        #expect(try await anna.succeed("favorite").output == "\(anna.root.path)/Shares/b.pdf\n")
        try await anna.succeed("rm", "Shares/b.pdf")
        #expect(try await anna.fund("favorite").ending == .exit(66))
    }

    @Test("A removed file is in the trash, where other programs find its old place")
    func trash() async throws {
        let anna = try await investor()
        try anna.write("one", to: "data/fund/Equity/a b%.txt")
        try await anna.succeed("rm", "Equity/a b%.txt")
        try anna.write("two", to: "data/fund/Equity/a b%.txt")
        try await anna.succeed("rm", "Equity/a b%.txt")
        let answer: [String] = try await Python.run(
            """
            import configparser, glob, os, urllib.parse
            answer = []
            for info in glob.glob(given + '/info/*.trashinfo'):
                parser = configparser.ConfigParser(interpolation=None)
                parser.read(info)
                name = os.path.basename(info)[:-len('.trashinfo')]
                answer.append(urllib.parse.unquote(parser['Trash Info']['Path']) + '=' + open(given + '/files/' + name).read())
            """, given: anna.home.appending(path: "data/Trash").path)
        let path = anna.root.appending(path: "Equity/a b%.txt").path
        #expect(Set(answer) == ["\(path)=one", "\(path)=two"])
    }

    @Test("A removed file replaces nothing in the trash, not even a link that leads nowhere")
    func linkInTrash() async throws {
        let anna = try await investor()
        let files = anna.home.appending(path: "data/Trash/files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let link = files.appending(path: "a.txt").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        try anna.write("one", to: "data/fund/Equity/a.txt")
        try await anna.succeed("rm", "Equity/a.txt")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "nowhere")
        #expect(try String(contentsOfFile: "\(link).1", encoding: .utf8) == "one")
    }

    @Test("Files whose names have 255 bytes go to the trash")
    func trashOfLongNames() async throws {
        let anna = try await investor()
        let name = String(repeating: "д", count: 125) + "a.txt"
        #expect(name.utf8.count == 255)
        for text in ["one", "two"] {
            try anna.write(text, to: "data/fund/Equity/\(name)")
            try await anna.succeed("rm", "Equity/\(name)")
        }
        let trash = anna.home.appending(path: "data/Trash").path
        let kept = try FileManager.default.contentsOfDirectory(atPath: "\(trash)/files")
        let texts = try kept.map { try String(contentsOfFile: "\(trash)/files/\($0)", encoding: .utf8) }
        #expect(Set(texts) == ["one", "two"])
        let path = PercentEncoding.encoded(anna.root.appending(path: "Equity/\(name)").path, keeping: "/")
        for name in kept {
            let information = try String(contentsOfFile: "\(trash)/info/\(name).trashinfo", encoding: .utf8)
            #expect(information.contains("Path=\(path)\n"))
        }
    }

    @Test("A preview shows the first lines of a PDF or a text, harmless for a terminal")
    func preview() async throws {
        let anna = try await investor()
        try anna.write("Hello\u{1B}[31m\n\u{202E}x\n", to: "data/fund/Equity/a.txt")
        let text = try await anna.succeed("preview", "a.txt").output
        #expect(text == "Hello␛[31m\n\\u{202E}x\n")
    }

    @Test("A file of text in UTF-8 is shown whatever its name, and one of other bytes is named if it has no picture")
    func previewOfAnyName() async throws {
        let anna = try await investor()
        try anna.write("Всем привет\n", to: "data/fund/Equity/README")
        #expect(try await anna.succeed("preview", "README").output == "Всем привет\n")
        try Data([0xFF, 0, 1]).write(to: anna.root.appending(path: "Equity/bytes"))
        let result = try await anna.fund("preview", "bytes")
        #expect(
            result.ending == .exit(69) && result.errors.contains("No picture of Equity/bytes can"), "\(result.errors)")
    }

    @Test("A PDF that was cut off is either read or reported as damaged")
    func cutPDF() async throws {
        let anna = try await investor()
        var writer = PDFWriter()
        writer.page("BT /F 12 Tf 50 700 Td (Report) Tj ET")
        let whole = writer.finish()
        let file = anna.root.appending(path: "Equity/cut.pdf")
        for count in stride(from: 16, through: whole.count, by: 16) {
            try Data(whole.prefix(count)).write(to: file)
            let text: String?
            do { text = try FileText.of(file.path) } catch { continue }
            #expect(text?.isEmpty == false, "\(count) bytes")
        }
        try Data(whole.prefix(64)).write(to: file)
        let scan = try await anna.succeed("scan")
        #expect(scan.errors.contains("Equity/cut.pdf") && scan.errors.contains("Only its name can be found."))
        #expect(try await anna.fund("preview", "cut.pdf").ending == .exit(65))
    }

    @Test(
        "A picture has the name and the marks by which other programs recognize it",
        arguments: ["a b+(1);[2]é%.pdf", "x.pdf"])
    func thumbnail(name: String) async throws {
        let anna = try await investor()
        var writer = PDFWriter()
        writer.page("BT /F 12 Tf 50 700 Td (Report) Tj ET")
        let file = anna.root.appending(path: "Equity/\(name)")
        try Data(writer.finish()).write(to: file)
        let path = try await anna.succeed("preview", "--picture", "Equity/\(name)").output.dropLast()
        let answer: [String] = try await Python.run(
            """
            import hashlib, PIL.Image
            from gi.repository import GLib
            uri = GLib.filename_to_uri(given[0], None)
            image = PIL.Image.open(given[1])
            image.load()
            answer = [hashlib.md5(uri.encode()).hexdigest(), uri, image.text['Thumb::URI'], image.text['Thumb::MTime'], str(max(image.size))]
            """, given: [file.path, String(path)])
        #expect(path == "\(anna.home.path)/cache/thumbnails/normal/\(answer[0]).png")
        #expect(answer[1] == answer[2] && answer[4] == "128")
        let before = try FileManager.default.attributesOfItem(atPath: String(path))[.modificationDate] as? Date
        try await anna.succeed("preview", "--picture", "Equity/\(name)")
        #expect(try FileManager.default.attributesOfItem(atPath: String(path))[.modificationDate] as? Date == before)
    }

    @Test("A picture takes no file of another process of the same number, such as one on another machine")
    func otherPicture() async throws {
        let anna = try await investor(programs: ["rsvg-convert": "exit 3"])
        try anna.write("<svg/>", to: "data/fund/Equity/a.svg")
        try anna.write("other", to: "cache/thumbnails/normal/other")
        let folder = anna.home.appending(path: "cache/thumbnails/normal").path
        let result = try await anna.shell("cd '\(folder)' && mv other .$$.png && exec $fund preview --picture a.svg")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(result.ending == .exit(69) && names.count == 1 && names[0].hasPrefix("."), "\(result) \(names)")
    }

    @Test("After a signal to end, the picture of a document is not drawn, and the document's text does not stay")
    func endedPicture() async throws {
        let anna = try await investor(programs: [
            "soffice": """
            while [ "$1" != --outdir ]; do shift; done
            echo text > "$2/report.pdf"
            kill -TERM "$PPID"
            """,
            "pdftoppm": "touch \"$HOME/drawn\"",
        ])
        try anna.write("a document", to: "data/fund/Equity/report.docx")
        let temporary = anna.home.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
        let result = try await anna.start(
            ["preview", "--picture", "Equity/report.docx"], with: ["TMPDIR": temporary.path]
        ).result()
        #expect(result.ending == .signal(SIGTERM), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: anna.home.appending(path: "drawn").path))
    }

    @Test(
        "The picture of a document never shows another document of its name, and nothing else stays of it",
        arguments: [true, false])
    func documentPicture(isConverted: Bool) async throws {
        // Like LibreOffice, it gives the PDF the name of the document.
        let convert = "while [ \"$1\" != --outdir ]; do shift; done; cp \"$HOME/own.pdf\" \"$2/report.pdf\""
        let anna = try await investor(programs: ["soffice": isConverted ? convert : "\(convert); exit 1"])
        for name in ["own.pdf", "cache/thumbnails/normal/report.pdf"] {
            var writer = PDFWriter()
            writer.page("BT /F 12 Tf 50 700 Td (\(name)) Tj ET")
            let file = anna.home.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(writer.finish()).write(to: file)
        }
        try anna.write("a document", to: "data/fund/Equity/report.docx")
        let temporary = anna.home.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
        let result = try await anna.start(
            ["preview", "--picture", "Equity/report.docx"], with: ["TMPDIR": temporary.path]
        ).result()
        #expect(result.ending == .exit(isConverted ? 0 : 69), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        let pictures = anna.home.appending(path: "cache/thumbnails/normal").path
        let names = try FileManager.default.contentsOfDirectory(atPath: pictures)
        #expect(names.contains("report.pdf") && names.count == (isConverted ? 2 : 1), "\(names)")
    }
}
