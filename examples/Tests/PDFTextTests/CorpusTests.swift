import ExamplesTestSupport
import Foundation
import PDFText
import TestSupport
import Testing

@Suite("The same table from many producers")
struct CorpusTests {
    @Test("The table of every producer is read row by row", arguments: Corpus.names)
    func rows(name: String) throws {
        let reading = try Reading(PDFFile(path: Corpus.path(name)))
        #expect(reading.notes.isEmpty)
        try #expect(reading.rows == Corpus.rows)
    }

    @Test("The table can be read in a font limited to Latin-1")
    func latin() throws {
        let expected = try Corpus.rows.map { row in PDFRow(row.cells.map { $0.replacing("–", with: "-") }) }
        let reading = try Reading(PDFFile(path: Corpus.path("latin/fpdf-core")))
        #expect(reading.notes.isEmpty)
        #expect(reading.rows == expected)
    }

    @Test("The table has the same lines as pdftotext finds", arguments: Corpus.names)
    func pdftotext(name: String) throws {
        let result = try Program(executable: URL(filePath: "/usr/bin/pdftotext"))("-layout", Corpus.path(name), "-")
        var expected = result.output.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
            .filter { !$0.isEmpty }
        let header = try #require(expected.first)
        expected = [header] + expected.filter { $0 != header }
        let lines = try Reading(PDFFile(path: Corpus.path(name))).rows.map { $0.text.split(separator: " ") }
        #expect(lines.count == 81)
        #expect(lines == expected)
    }

    @Test("The table has the same numbers as PyPDF2 finds, in the same order", arguments: Corpus.open)
    func pyPDF(name: String) throws {
        let expected = try Python.run("pdf_numbers.py", Corpus.path(name)).split(separator: "\n").map(String.init)
        let rows = try Reading(PDFFile(path: Corpus.path(name))).rows
        #expect(expected.count >= 79)
        #expect(rows.map { $0.cells[0] }.filter { $0.wholeMatch(of: /\d{11}/) != nil } == expected)
    }

    @Test("The result doesn't depend on how the bytes arrive", arguments: Corpus.names)
    func pieces(name: String) throws {
        let bytes = try Corpus.bytes(name)
        let whole = try Arrival(bytes, by: bytes.count)
        #expect(whole.final.count >= 2)
        for count in [1, 7, 4096] {
            let arrival = try Arrival(bytes, by: count)
            #expect(arrival.provisional == whole.provisional)
            #expect(arrival.final == whole.final)
            #expect(arrival.withdrawn.isEmpty)
        }
    }

    @Test("Pages are read before the end of the file has arrived", arguments: Corpus.open)
    func early(name: String) throws {
        let bytes = try Corpus.bytes(name)
        let arrival = try Arrival(bytes, by: 64)
        #expect(Set(arrival.provisional) == Set(arrival.final))
        #expect(try #require(arrival.places.first) < bytes.count)
    }

    @Test("A page that an update at the end replaces is withdrawn")
    func update() throws {
        let bytes = try Corpus.bytes("update/updated")
        let arrival = try Arrival(bytes, by: 100)
        let original = try Corpus.rows[1]
        let corrected = PDFRow(["29999999999"] + original.cells.dropFirst())
        #expect(arrival.provisional[0].contains(original))
        #expect(arrival.final[0].contains(corrected))
        #expect(!arrival.final[0].contains(original))
        #expect(arrival.withdrawn.count == 1)
        #expect(try Reading(bytes).rows.count == Corpus.rows.count)
    }
}
