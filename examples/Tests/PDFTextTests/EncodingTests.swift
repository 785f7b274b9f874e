import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import PDFText

@Suite("Encodings of simple fonts")
struct EncodingTests {
    /// The characters that Python's codec has for the codes from 32 on; nil for a code without one.
    private func byPython(_ codec: String) throws -> [String?] {
        let script = "import json; print(json.dumps([bytes([c]).decode('\(codec)', 'ignore') for c in range(32, 256)]))"
        let result = try Program(executable: Python.interpreter)("-c", script)
        return try JSONDecoder().decode([String].self, from: Data(result.output.utf8)).map { $0.isEmpty ? nil : $0 }
    }

    @Test(
        "The encodings equal those of Python's codecs",
        arguments: [("WinAnsiEncoding", "cp1252"), ("MacRomanEncoding", "mac_roman")])
    func codecs(name: String, codec: String) throws {
        let characters = try #require(SimpleEncoding(name)).characters
        #expect(characters.count == 256)
        for (offset, expected) in try byPython(codec).enumerated() where offset != 127 - 32 {
            // Codes that Windows leaves undefined are bullets in PDF.
            let expected = expected ?? "•"
            #expect(characters[offset + 32].map { String($0) } == expected, "\(offset + 32)")
        }
    }

    @Test("The codes of the two standard fonts of symbols are symbols")
    func symbols() {
        let symbol = SimpleEncoding.symbol.texts
        let dingbats = SimpleEncoding.dingbats.texts
        #expect([0x20, 0x61, 0x71, 0x7E, 0xA0].map { symbol[$0] } == [" ", "α", "θ", "∼", "€"])
        #expect([0xB7, 0xE5, 0xF1, 0xFE].map { symbol[$0] } == ["•", "∑", "〉", "⎭"])
        #expect([0x7F, 0xF0, 0xFF].map { symbol[$0] } == [nil, nil, nil])
        #expect([0x21, 0x25, 0x34, 0x48, 0x6C].map { dingbats[$0] } == ["✁", "☎", "✔", "★", "●"])
        #expect([0x6D, 0xA8, 0xB6, 0xD5, 0xFE].map { dingbats[$0] } == ["❍", "♣", "❶", "→", "➾"])
        #expect([0x7F, 0xA0, 0xF0].map { dingbats[$0] } == [nil, nil, nil])
    }

    @Test(
        "Glyph names are translated to text",
        arguments: [
            ("A", "A"), ("adieresis", "ä"), ("Zcaron", "Ž"), ("endash", "–"), ("uni0416", "Ж"), ("uni00410301", "Á"),
            ("u1F600", "😀"), ("a.sc", "a"), ("f_i", "fi"), ("quotesingle", "'"), ("Euro", "€"), ("afii10017", "А"),
            ("afii10071", "ё"), ("afii57664", "א"), ("afii10064", nil),
            ("Asmall", "a"), ("sevenoldstyle", "7"), ("commasmall", nil),
            ("g17", nil), ("uniD800", nil), ("uni12", nil), (".notdef", nil), ("", nil),
        ] as [(String, String?)])
    func glyphNames(name: String, expected: String?) {
        let text = GlyphName.text(name)
        if name == "uniD800" {
            // Half of a surrogate pair is not a character, so the glyph has no text.
            #expect(Glyph(text: text.map { Array($0.utf8) }, width: 1).meaning == .unknown)
        } else {
            #expect(text == expected)
        }
    }
}
