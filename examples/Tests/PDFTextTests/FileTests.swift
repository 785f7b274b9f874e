import ExamplesTestSupport
import Testing

@testable import PDFText

@Suite("The structure of a file")
struct FileTests {
    private let content = "BT /F 10 Tf 50 700 Td (2100) Tj ET"

    @Test("A file may use any line ends", arguments: ["\n", "\r\n"])
    func lineEnds(lineEnd: String) throws {
        var writer = PDFWriter()
        writer.page(nil)
        writer.stream(4, Array(content.utf8), lineEnd: lineEnd)
        #expect(try Reading(writer.finish()) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test(
        "A stream's length may be a reference, wrong or missing",
        arguments: ["6 0 R", "99 0 R", "1", "0", "100000", "-5", "4 0 R", "9223372036854775807", "(x)"])
    func lengths(length: String) throws {
        var writer = PDFWriter()
        writer.page(nil)
        writer.stream(4, Array(content.utf8), length: length)
        writer.object(6, "\(content.utf8.count)")
        let bytes = writer.finish()
        #expect(try Reading(bytes).rows == [PDFRow(["2100"])])
        // The reader waits for a stream that claims to be longer than the file.
        let isEarly = length != "100000"
        #expect(try Arrival(bytes, by: 1).provisional == (isEarly ? [[PDFRow(["2100"])]] : []))
    }

    @Test("A page's content may be split into several streams")
    func severalContents() throws {
        var writer = PDFWriter()
        writer.page(nil)
        writer.object(
            3, "<< /Type /Page /Parent 2 0 R /Contents [4 0 R 6 0 R] /Resources << /Font << /F 5 0 R >> >> >>")
        writer.stream(4, Array("BT /F 10 Tf 50 700 Td".utf8))
        writer.stream(6, Array("(2100) Tj ET".utf8))
        #expect(try Reading(writer.finish()).rows == [PDFRow(["2100"])])
    }

    @Test("Pages may share resources of the page tree")
    func inheritedResources() throws {
        var writer = PDFWriter()
        writer.page(content)
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F 5 0 R >> >> >>")
        writer.object(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>")
        #expect(try Reading(writer.finish()).rows == [PDFRow(["2100"])])
    }

    @Test("Pages are read in file order while they arrive, and in document order at the end")
    func order() throws {
        var writer = PDFWriter()
        writer.page(nil)
        writer.object(2, "<< /Type /Pages /Kids [8 0 R 6 0 R] /Count 2 >>")
        for (number, text) in [(6, "second"), (8, "first")] {
            writer.object(
                number,
                "<< /Type /Page /Parent 2 0 R /Contents \(number + 1) 0 R /Resources << /Font << /F 5 0 R >> >> >>")
            writer.stream(number + 1, Array("BT /F 10 Tf (\(text)) Tj ET".utf8))
        }
        let arrival = try Arrival(writer.finish(), by: 10)
        #expect(arrival.provisional == [[PDFRow(["second"])], [PDFRow(["first"])]])
        #expect(arrival.final == [[PDFRow(["first"])], [PDFRow(["second"])]])
        #expect(arrival.withdrawn.isEmpty)
    }

    @Test("A page that the final page tree doesn't contain is withdrawn")
    func withdrawn() throws {
        var writer = PDFWriter()
        writer.page(content)
        writer.object(6, "<< /Type /Page /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>")
        let arrival = try Arrival(writer.finish(), by: 10)
        #expect(arrival.provisional.count == 2)
        #expect(arrival.final.count == 1)
        #expect(arrival.withdrawn == [6])
    }

    @Test(
        "A file with a wrong cross-reference is recovered by a scan",
        arguments: ["startxref\n0", "startxref\n17", "startxref\n99999999", "x"])
    func wrongEnd(end: String) throws {
        var writer = PDFWriter()
        writer.page(content)
        let bytes = writer.finish()
        let start = try #require(bytes.firstIndex(of: "startxref", from: 0))
        let reading = try Reading(bytes[..<start] + Array("\(end)\n%%EOF".utf8))
        #expect(reading == Reading(rows: [PDFRow(["2100"])], notes: [.damagedFile]))
    }

    @Test("A file is damaged if an update at its end is cut off anywhere")
    func cutUpdate() throws {
        var writer = PDFWriter()
        writer.page(content)
        let first = writer.finish()
        #expect(try Reading(first).notes == [])
        writer.stream(4, Array("BT /F 10 Tf (2101) Tj ET".utf8))
        let second = writer.finish()
        for count in (first.count + 1)..<(second.count - "\n%%EOF\n".utf8.count) {
            #expect(try Reading(Array(second[..<count])).notes.contains(.damagedFile), "\(count)")
        }
        #expect(try Reading(second) == Reading(rows: [PDFRow(["2101"])]))
    }

    @Test(
        "Data of any kind may follow the end of a PDF",
        arguments: [
            "\0\0\0", "\r\n0\r\n\r\n", "%%EOF\n% 12", "<!-- 12 -->", "<p>12 0 obj",
            String(repeating: "\0", count: 4000), String(repeating: "<p>end</p>\n", count: 400),
        ])
    func trailingBytes(text: String) throws {
        var writer = PDFWriter()
        writer.page(content)
        #expect(try Reading(writer.finish() + Array(text.utf8)) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test("A file may begin after other bytes that its offsets don't count", arguments: ["table", "stream"])
    func leadingBytes(kind: String) throws {
        var writer = PDFWriter()
        writer.page(content)
        var file = writer.finish()
        if kind == "stream" {
            let places = try (1...5).map { try #require(writer.offsets[$0]) }
            let start = file.count
            writer.stream(
                9, "/Type /XRef /W [1 2 0] /Index [1 5] /Size 10 /Root 1 0 R",
                places.flatMap { [1, UInt8($0 >> 8), UInt8($0 & 0xFF)] })
            file = writer.bytes + Array("startxref\n\(start)\n%%EOF\n".utf8)
        }
        #expect(try Reading(file) == Reading(rows: [PDFRow(["2100"])]))
        #expect(try Reading(Array("junk\n\n".utf8) + file) == Reading(rows: [PDFRow(["2100"])]))
    }

    /// A file whose cross-reference is one table that begins with this object.
    private func file(_ writer: PDFWriter, first: Int, root: Int) -> [UInt8] {
        let entries = writer.offsets.sorted { $0.key < $1.key }.map { _, offset in
            String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
        }
        let free = Array(repeating: "0000000000 65535 f \n", count: root - first)
        let table = "xref\n\(first) \(free.count + entries.count)\n\((free + entries).joined())"
        let trailer = "trailer\n<< /Size 8 /Root \(root) 0 R >>\nstartxref\n\(writer.bytes.count)\n%%EOF\n"
        return writer.bytes + Array((table + trailer).utf8)
    }

    @Test("A table that counts its objects from 1 instead of 0 is understood")
    func countsFromOne() throws {
        var writer = PDFWriter()
        writer.page(content)
        let entries = file(writer, first: 0, root: 1)
        #expect(try Reading(entries) == Reading(rows: [PDFRow(["2100"])]))
        let start = try #require(entries.firstIndex(of: "xref\n0 6", from: 0))
        let shifted = entries[..<start] + Array("xref\n1 6".utf8) + entries[(start + 8)...]
        #expect(try Reading(Array(shifted)) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test("Thousands of sections that count from 1 are read quickly", .timeLimit(.minutes(5)))
    func manySections() throws {
        var writer = PDFWriter()
        writer.page(content)
        writer.object(6, "[\(String(repeating: "1 ", count: 500_000))]")
        let offset = String(try #require(writer.offsets[6]))
        let entry = "\(String(repeating: "0", count: 10 - offset.count))\(offset) 00000 n \n"
        let sections = String(repeating: "1 2\n0000000000 65535 f \n\(entry)", count: 2000)
        let file = writer.finish()
        let end = try #require(file.firstIndex(of: "trailer", from: 0))
        let bytes = file[..<end] + Array(sections.utf8) + file[end...]
        #expect(try Reading(Array(bytes)) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test("An unused object 1 leaves the other objects where they are")
    func unusedObject() throws {
        var writer = PDFWriter()
        writer.object(2, "<< /Type /Catalog /Pages 3 0 R >>")
        writer.object(3, "<< /Type /Pages /Kids [4 0 R] /Count 1 >>")
        writer.object(4, "<< /Type /Page /Parent 3 0 R /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >> >>")
        writer.stream(5, Array(content.utf8))
        writer.object(6, PDFWriter.helvetica)
        #expect(try Reading(file(writer, first: 0, root: 2)) == Reading(rows: [PDFRow(["2100"])]))
        #expect(try Reading(file(writer, first: 1, root: 2)) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test("An offset of 0 stands for no earlier cross-reference", arguments: ["Prev", "XRefStm"])
    func noEarlierTable(key: String) throws {
        var writer = PDFWriter()
        writer.page(content)
        #expect(try Reading(writer.finish("/Root 1 0 R /\(key) 0")) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test(
        "A scan of a damaged file finds the newest version of an object, inside and outside of object streams",
        arguments: [[true, true], [false, true], [true, false], [true, true, true]])
    func newestVersion(areInStreams: [Bool]) throws {
        var writer = PDFWriter()
        writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        writer.object(5, PDFWriter.helvetica)
        for (version, isInStream) in areInStreams.enumerated() {
            let text = version == areInStreams.count - 1 ? "new" : "old"
            writer.stream(10 + version, Array("BT /F 10 Tf 50 700 Td (\(text)) Tj ET".utf8))
            let page =
                "<< /Type /Page /Parent 2 0 R /Contents \(10 + version) 0 R /Resources << /Font << /F 5 0 R >> >> >>"
            if isInStream {
                writer.stream(20 + version, "/Type /ObjStm /N 1 /First 4", Array("3 0 \(page)".utf8))
            } else {
                writer.object(3, page)
            }
        }
        let file = writer.bytes + Array("trailer\n<< /Root 1 0 R >>\nstartxref\n7\n%%EOF\n".utf8)
        #expect(try Reading(file) == Reading(rows: [PDFRow(["new"])], notes: [.damagedFile]))
    }

    @Test("A hybrid file's cross-reference table and stream are both read")
    func hybrid() throws {
        var writer = PDFWriter()
        writer.page(content)
        let place = try #require(writer.offsets[4])
        writer.stream(
            9, "/Type /XRef /W [1 2 0] /Index [4 1] /Size 10", [1, UInt8(place >> 8), UInt8(place & 0xFF)])
        let stream = try #require(writer.offsets[9])
        // A scan would find the later object, which is in no table.
        writer.stream(4, Array("BT /F 10 Tf (wrong) Tj ET".utf8))
        let bytes = writer.finish("/Root 1 0 R /XRefStm \(stream)", without: 4)
        #expect(try Reading(bytes) == Reading(rows: [PDFRow(["2100"])]))
    }
}
