import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import PDFText

@Suite("Right-to-left text")
struct ReadingOrderTests {
    @Test(
        "Right-to-left text is put into reading order",
        arguments: [
            ("הרשוא", "אושרה"), ("ךיראתב הרשוא", "אושרה בתאריך"), ("12-Jun-02 הרשוא", "אושרה 12-Jun-02"),
            ("(2012) הרשוא", "אושרה (2012)"), ("Status: הרשוא", "Status: אושרה"),
            ("Status approved: ךיראתב הרשוא (letter)", "Status approved: אושרה בתאריך (letter)"),
            ("Approved", "Approved"), ("Übergabe – später", "Übergabe – später"), ("", ""),
            ("הרשוא 12 (ךיראתב)", "(בתאריך) 12 אושרה"), ("21000007919 הרשוא", "21000007919 אושרה"),
            ("١٢ ﺔﻘﻓاﻮﻤﻟا ﺖﻤﺗ", "تمت الموافقة ١٢"), ("ﻻ", "لا"),
        ])
    func order(seen: String, read: String) {
        #expect(ReadingOrder.read(seen).unicodeScalars.elementsEqual(read.unicodeScalars))
    }

    @Test(
        "Parentheses are read as what they look like or as what they mean, whichever the font tells",
        arguments: ["הבקשה אושרה (ראו הערה 3) [א]", "אושרה (ראו הערה)"])
    func parentheses(read: String) {
        let meanings = String(read.reversed())
        #expect(ReadingOrder.read(meanings) == read)
        let mirrored: [Character: Character] = ["(": ")", ")": "(", "[": "]", "]": "["]
        #expect(ReadingOrder.read(String(meanings.map { mirrored[$0] ?? $0 })) == read)
    }

    @Test(
        "The letters of a ligature keep their order", arguments: ["\u{644}\u{627}", "\u{644}\u{62D}\u{645}", "fi", "d"])
    func ligatures(letters: String) throws {
        let codes = letters.unicodeScalars.map { scalar in
            String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
        }
        var writer = PDFWriter()
        writer.stream(6, Array("1 beginbfchar <41> <\(codes.joined())> endbfchar".utf8))
        writer.page(
            "BT /F 10 Tf 50 700 Td (A) Tj ET", font: PDFWriter.helvetica.replacing(">>", with: "/ToUnicode 6 0 R >>"))
        #expect(try Reading(writer.finish()).rows == [PDFRow([letters])])
    }

    @Test("Any number of columns of long numbers stays at the left end of a line")
    func manyNumbers() {
        let numbers = String(repeating: "12345 ", count: 20_000)
        #expect(ReadingOrder.read("\(numbers)הרשוא") == "\(numbers)אושרה")
    }

    @Test("Presentation forms become the plain letters of Python's Unicode database")
    func shapes() throws {
        let codes =
            Array(0xFB50...0xFBB1) + Array(0xFBD3...0xFBDC) + Array(0xFBDE...0xFBE7) + Array(0xFBFC...0xFBFF)
            + Array(0xFE80...0xFEFC)
        let script = """
            import json, unicodedata
            print(json.dumps([unicodedata.normalize('NFKC', chr(code)) for code in \(codes)]))
            """
        let result = try Program(executable: Python.interpreter)("-c", script)
        let expected = try JSONDecoder().decode([String].self, from: Data(result.output.utf8))
        for (code, letter) in zip(codes, expected) {
            let shape = String(try #require(Unicode.Scalar(UInt32(code))))
            #expect(ReadingOrder.read(shape) == letter, "\(String(code, radix: 16))")
        }
    }

    @Test("Right-to-left text in a PDF is read as it was written")
    func browser() throws {
        let rows = try Reading(PDFFile(path: Corpus.path("right-to-left"))).rows
        #expect(
            rows.map(\.cells) == [
                ["21000007919", "تمت الموافقة", "02-Jun-12"], ["21000000000", "אושרה בשנת 2012", "01-Jun-12"],
                ["21000015838", "Issued", "03-Jun-12"],
            ])
    }
}
