import ExamplesTestSupport
import Foundation
import PDFText
import TestSupport
import Testing

@Suite("Hostile files", .timeLimit(.minutes(20)))
struct HostileTests {
    /// Reading ends with rows or an error, both for the complete file and while it arrives.
    private func read(_ bytes: [UInt8], limits: PDFLimits = .standard) {
        for result in [
            Result { _ = try Reading(bytes, limits: limits) },
            Result { _ = try Arrival(bytes, by: 4096, limits: limits) },
        ] {
            if case .failure(let error) = result {
                #expect(error is PDFError, "\(error)")
            }
        }
    }

    @Test("A file that is cut short gives rows or an error", arguments: Corpus.open)
    func truncated(name: String) throws {
        let bytes = try Corpus.bytes(name)
        for length in stride(from: 0, to: bytes.count, by: 1000) { read(Array(bytes[..<length])) }
        // Without its end, the file is scanned.
        let reading = try Reading(Array(bytes[..<(bytes.count - 40)]))
        #expect(try reading.rows == Corpus.rows)
        #expect(reading.notes == [.damagedFile])
    }

    @Test(
        "An encrypted file without its encryption dictionary gives no garbled text",
        arguments: ["cairo-aes-256", "reportlab-rc4-40"])
    func truncatedEncrypted(name: String) throws {
        let bytes = try Corpus.bytes(name)
        for length in stride(from: 0, to: bytes.count, by: 1000) { read(Array(bytes[..<length])) }
        let reading = try Reading(Array(bytes[..<(bytes.count - 300)]))
        #expect(reading.rows.isEmpty)
        #expect(reading.notes == [.damagedFile, .damagedPage])
    }

    @Test("A file with flipped bits gives rows or an error (fuzz)", arguments: 0..<2)
    func flipped(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = RandomSource(seed: seed)
        let files = try Corpus.names.map(Corpus.bytes)
        let end = ContinuousClock.now + Fuzz.duration(usually: .seconds(2)) / 2
        while ContinuousClock.now < end {
            var bytes = random.pick(files)
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                if random.isOnce(in: 3) {
                    bytes[index] = random.pick(Array("0123456789<>[]()/ R\n".utf8))
                } else {
                    bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            let start = Fuzz.processorTime
            read(bytes)
            #expect(Fuzz.processorTime - start < 20, "seed \(seed)")
        }
    }

    @Test("A stream that decodes to a gigabyte stops at the limit")
    func bomb() throws {
        try expectStop { try Python.run("pdf_bomb.py", $0) }
    }

    @Test("A string of millions of glyphs far from each other stops at the limit")
    func farGlyphs() throws {
        var writer = PDFWriter()
        writer.page("BT /F 12 Tf 50 Tc (\(String(repeating: "a", count: 4_000_000))) Tj ET")
        let bytes = writer.finish()
        try expectStop(status: 0) { try Data(bytes).write(to: URL(filePath: $0)) }
    }

    @Test("An array of millions of elements takes little memory", arguments: ["0 ", "[]"])
    func largeArray(element: String) throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td (abc) Tj ET", font: PDFWriter.helvetica.replacing(">>", with: "/ToUnicode 6 0 R >>"))
        writer.stream(6, Array("[\(String(repeating: element, count: 2_500_000))]".utf8))
        let bytes = writer.finish()
        let result = try inspect { try Data(bytes).write(to: URL(filePath: $0)) }
        #expect(try peakMemory(in: result) < 80_000)
    }

    /// Reading a file stops at the limit of a page, before it takes much memory.
    ///
    /// - Parameters:
    ///   - status: The exit status of `visa inspect`: 0 if some text was read before the limit.
    ///   - write: Writes the file at this path.
    private func expectStop(status: Int = 65, after write: (String) throws -> Void) throws {
        let result = try inspect(after: write)
        #expect(result.contains("status \(status)"), "\(result)")
        #expect(result.contains("there is more than a page should contain"))
        #expect(try peakMemory(in: result) < 80_000)
    }

    /// What `visa inspect` says about the file that this writes, and the memory it takes.
    private func inspect(after write: (String) throws -> Void) throws -> String {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = "\(folder.path)/hostile.pdf"
        try write(file)
        return try Python.run("peak_memory.py", Program.built("visa").path, "inspect", file)
    }

    /// The peak memory that ``inspect(after:)`` tells, in KiB.
    private func peakMemory(in result: String) throws -> Int {
        try #require(result.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) })
    }

    @Test(
        "Circular references come to an end",
        arguments: [
            "<< /Type /Pages /Kids [2 0 R] >>", "<< /Type /Pages /Kids [6 0 R] >>", "2 0 R", "6 0 R",
            "<< /Type /Pages /Kids 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 2 0 R 3 0 R] >>",
        ])
    func cycles(pages: String) {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf (x) Tj /X Do ET", resources: "/XObject << /X 7 0 R >>")
        writer.object(2, pages)
        writer.object(6, "<< /Type /Pages /Kids [2 0 R 6 0 R] /Parent 6 0 R >>")
        writer.stream(7, "/Subtype /Form", Array("/X Do /X Do".utf8), length: "7 0 R")
        read(writer.finish())
    }

    @Test(
        "Endless beginnings of objects come to an end",
        arguments: ["1 0 obj (", "1 0 obj <<", "1 0 obj [", "5 0 obj<<>>stream\n", "trailer", "trailer("])
    func beginnings(text: String) {
        read(Array(("%PDF-1.4\n" + String(repeating: text + "\n", count: 50_000)).utf8))
    }

    @Test("A million misplaced operators in a long array come to an end")
    func operatorsInArray() throws {
        var writer = PDFWriter()
        let array = String(repeating: "0 ", count: 60_000) + "/a " + String(repeating: "Tc ", count: 1_000_000)
        writer.page("BT /F 12 Tf 10 700 Td [\(array)] TJ (Hello) Tj ET")
        #expect(try Reading(writer.finish()) == Reading(rows: [PDFRow(["Hello"])]))
    }

    @Test("Forms that draw each other come to an end")
    func forms() {
        var writer = PDFWriter()
        let names = (10..<20).map { "/X\($0) \($0) 0 R" }.joined(separator: " ")
        writer.page("/X10 Do", resources: "/XObject << \(names) >>")
        for number in 10..<20 {
            writer.stream(number, "/Subtype /Form", Array(String(repeating: "/X\(number + 1) Do ", count: 50).utf8))
        }
        read(writer.finish())
    }

    /// A small file in which each page asks for 65,536 glyphs of a font with 8,191 ranges of widths.
    private func glyphBomb(pages: [Int]) -> [UInt8] {
        var writer = PDFWriter()
        let widths = String(repeating: "0 0 1 ", count: 8191)
        let font = """
            << /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode /Identity-H /DescendantFonts
            [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /DW 500 /W [\(widths)] >>] >>
            """
        writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
        writer.object(2, "<< /Type /Pages /Kids [\(kids)] /Resources << /Font << /F \(font) >> >> >>")
        for page in Set(pages) { writer.object(page, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>") }
        let codes = (0...0xFFFF).map { code in
            let digits = String(code, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        writer.stream(4, Array("BT /F 1 Tf <\(codes.joined())> Tj ET".utf8))
        return writer.finish()
    }

    @Test("A page that is listed many times is read once")
    func repeatedPage() throws {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf (once) Tj ET")
        writer.object(2, "<< /Type /Pages /Kids [\(String(repeating: "3 0 R ", count: 2000))] >>")
        let reading = try Reading(writer.finish())
        #expect(reading == Reading(rows: [PDFRow(["once"])], notes: [.damagedFile]))
    }

    @Test("A page is cut off if its marks name one long text too often", arguments: [2, 20])
    func repeatedText(marks: Int) throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td (before) Tj ET \(String(repeating: "/Span /T BDC EMC ", count: marks))"
                + "BT /F 10 Tf 50 600 Td (after) Tj ET",
            resources: "/Properties << /T << /ActualText (\(String(repeating: "a", count: 100_000))) >> >>")
        // Enough to read the file a few times.
        var limits = PDFLimits.standard
        (limits.decodedTotal, limits.decodedRatio) = (1 << 20, 1)
        let whole = Reading(rows: [PDFRow(["before"]), PDFRow(["after"])])
        let cut = Reading(rows: [PDFRow(["before"])], notes: [.tooLarge])
        #expect(try Reading(writer.finish(), limits: limits) == (marks == 2 ? whole : cut))
    }

    @Test("Many glyphs on many pages come to an end")
    func glyphs() {
        let start = Fuzz.processorTime
        let bytes = glyphBomb(pages: Array(100..<400))
        #expect(throws: Never.self) {
            let notes = try Reading(bytes).notes
            #expect(notes.contains(.damagedFile))
        }
        #expect(Fuzz.processorTime - start < 120)
    }

    @Test("A page of rows with 30,000 cells each comes to an end")
    func wideRows() throws {
        var writer = PDFWriter()
        let cells = String(repeating: "20 0 Td (a) Tj ", count: 29_999)
        let rows = [720, 710, 700].map { "BT /F 1 Tf 10 \($0) Td (1) Tj \(cells) ET " }.joined()
        writer.page("\(rows) BT /F 1 Tf 10 300 Td (x) Tj 50 0 Td (y) Tj ET")
        let start = Fuzz.processorTime
        let found = try Reading(writer.finish()).rows
        #expect(found.map(\.cells.count) == [30_000, 30_000, 30_000, 2])
        #expect(Fuzz.processorTime - start < 60)
    }

    @Test(
        "If a chain of cross-references reads one stream too often, the file is scanned instead", arguments: [2, 100])
    func crossReferenceChain(sections: Int) throws {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf 50 700 Td (Hello) Tj ET")
        // Each section names another of the blanks before the stream.
        let start = writer.bytes.count + "8 0 obj\n".utf8.count
        var text = String(repeating: " ", count: sections)
        text += "90 0 obj\n<< /Type /XRef /W [1 0 0] /Size 1000 /Length 1000 >>\nstream\n"
        text += String(repeating: "0", count: 1000) + "\nendstream\nendobj\n"
        var previous = 0
        for section in 0..<sections {
            let offset = start + text.utf8.count
            text += "xref\n0 0\ntrailer\n<< /Prev \(previous) /XRefStm \(start + section) >>\n"
            previous = offset
        }
        writer.object(8, text)
        let reading = try Reading(writer.finish("/Root 1 0 R /Prev \(previous)"), limits: Self.small)
        #expect(reading == Reading(rows: [PDFRow(["Hello"])], notes: sections == 2 ? [] : [.damagedFile]))
    }

    @Test("A page tree 200,000 levels deep comes to an end")
    func deepTree() {
        var text = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        for number in 2..<200_000 { text += "\(number) 0 obj<</Kids[\(number + 1) 0 R]>>endobj\n" }
        text += "trailer\n<< /Root 1 0 R >>\n"
        let bytes = Array(text.utf8)
        #expect(throws: Never.self) {
            let reading = try Reading(bytes)
            #expect(reading.rows.isEmpty)
            #expect(reading.notes == [.damagedFile])
        }
    }

    @Test(
        "Deep nesting and huge numbers come to an end",
        arguments: [
            String(repeating: "[", count: 300_000), String(repeating: "<<", count: 300_000),
            String(repeating: "(", count: 300_000), String(repeating: "q ", count: 300_000),
            String(repeating: "9", count: 300_000),
            "BT /F 1e9 Tf 99999999999999999999 0 0 1 9e9 -9999999999999 Tm (x) Tj ET",
            "BT /F 10 Tf [(a) -99999999999999999999 (b)] TJ 9999999999999999999 Tc (x) Tj ET",
            String(repeating: "BT /F 1 Tf (x) Tj ET ", count: 20_000), String(repeating: "BI ID EI ", count: 20_000),
        ])
    func content(text: String) {
        var writer = PDFWriter()
        writer.page(text)
        writer.object(9, text)
        read(writer.finish())
        read(writer.finish("/Root 1 0 R /Prev 9223372036854775807 /XRefStm -1"))
    }

    @Test("A page is cut off if it reads one large object of an object stream too often", arguments: [2, 20])
    func repeatedObject(marks: Int) throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td (before) Tj ET \(String(repeating: "/Span /T BDC EMC ", count: marks))"
                + "BT /F 10 Tf 50 600 Td (after) Tj ET", resources: "/Properties 7 0 R")
        let object = "<< /U (\(String(repeating: "a", count: 100_000))) >>"
        writer.stream(6, "/Type /ObjStm /N 1 /First 4", Array("7 0 \(object)".utf8))
        var limits = PDFLimits.standard
        (limits.decodedTotal, limits.decodedRatio) = (1 << 20, 1)
        let whole = Reading(rows: [PDFRow(["before"]), PDFRow(["after"])])
        let cut = Reading(rows: [PDFRow(["before"])], notes: [.tooLarge])
        #expect(try Reading(writer.finish(), limits: limits) == (marks == 2 ? whole : cut))
    }

    /// Enough to read a small file a few times.
    private static let small: PDFLimits = {
        var limits = PDFLimits.standard
        (limits.decodedTotal, limits.decodedRatio) = (1 << 20, 1)
        return limits
    }()

    @Test("A page is cut off if a filter drops what another one has decoded too often", arguments: [2, 40])
    func droppedOutput(parts: Int) throws {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf (after) Tj ET")
        let contents = String(repeating: "6 0 R ", count: parts)
        writer.object(
            3, "<< /Type /Page /Parent 2 0 R /Contents [\(contents)4 0 R] /Resources << /Font << /F 5 0 R >> >> >>")
        // The byte 128 ends what is encoded in runs.
        let data = Array(String(repeating: "80", count: 50_000).utf8)
        writer.stream(6, "/Filter [/ASCIIHexDecode /RunLengthDecode]", data)
        let whole = Reading(rows: [PDFRow(["after"])])
        let cut = Reading(rows: [], notes: [.tooLarge])
        #expect(try Reading(writer.finish(), limits: Self.small) == (parts == 2 ? whole : cut))
    }

    @Test("A page is cut off if its marks name one long list of layers too often", arguments: [2, 40])
    func repeatedLayers(marks: Int) throws {
        var writer = PDFWriter()
        let groups = String(repeating: "9 0 R ", count: 50_000)
        writer.page(
            "BT /F 10 Tf 50 700 Td (before) Tj ET \(String(repeating: "/OC /T BDC EMC ", count: marks))"
                + "BT /F 10 Tf 50 600 Td (after) Tj ET",
            resources: "/Properties << /T << /Type /OCMD /OCGs [\(groups)] >> >>")
        writer.object(9, "<< /Type /OCG >>")
        let whole = Reading(rows: [PDFRow(["before"]), PDFRow(["after"])])
        let cut = Reading(rows: [PDFRow(["before"])], notes: [.tooLarge])
        #expect(try Reading(writer.finish(), limits: Self.small) == (marks == 2 ? whole : cut))
    }

    @Test(
        "A page is cut off if its forms make a large font again and again", arguments: [2, 40],
        [
            """
            /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A
            /W [\(String(repeating: "1 1 1 ", count: 20_000))] >>]
            """,
            "/Subtype /Type1 /Encoding << /Differences [\(String(repeating: "0 /A ", count: 500))] >>",
        ])
    func repeatedFont(forms: Int, font: String) throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td (before) Tj ET \(String(repeating: "/X Do ", count: forms))"
                + "BT /F 10 Tf 50 600 Td (after) Tj ET")
        writer.object(
            3,
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 6 0 R >> "
                + "/Font << /F 5 0 R /G << /Type /Font /BaseFont /A \(font) >> >> >> >>")
        writer.stream(6, "/Subtype /Form", Array("/G 10 Tf".utf8))
        let whole = Reading(rows: [PDFRow(["before"]), PDFRow(["after"])])
        let cut = Reading(rows: [PDFRow(["before"])], notes: [.tooLarge])
        #expect(try Reading(writer.finish(), limits: Self.small) == (forms == 2 ? whole : cut))
    }
}
