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
        "Other data may follow the end of a file",
        arguments: ["\0\0\0", "\r\n0\r\n\r\n", "%%EOF\n% 12", "<!-- 12 -->", "<p>12 0 obj"])
    func trailingBytes(text: String) throws {
        var writer = PDFWriter()
        writer.page(content)
        #expect(try Reading(writer.finish() + Array(text.utf8)) == Reading(rows: [PDFRow(["2100"])]))
    }

    @Test("A file may begin after other bytes, which makes all offsets wrong")
    func leadingBytes() throws {
        var writer = PDFWriter()
        writer.page(content)
        #expect(try Reading(Array("junk\n\n".utf8) + writer.finish()).rows == [PDFRow(["2100"])])
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
