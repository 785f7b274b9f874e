import ExamplesTestSupport
import Foundation
import Testing

@testable import inbox

@Suite("The width of text")
struct DisplayWidthTests {
    @Test(
        "Text takes the right number of columns",
        arguments: [
            ("", 0), ("abc", 3), ("李娜", 4), ("Вера", 4), ("e\u{301}", 1), ("🛠\u{FE0F}👩‍👩‍👧", 4), ("ｱｶﾞ", 3),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("●", 1),
        ])
    func countsColumns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test("Text is cut or padded to a number of columns")
    func isFitted() {
        #expect("abc".fitted(to: 5) == "abc  ")
        #expect("abcdef".fitted(to: 4) == "abc…")
        #expect("李娜娜".fitted(to: 4) == "李… ")
        #expect("李娜".fitted(to: 0) == "")
    }

    /// Leaves out emoji, whose width depends on sequences, the vowels and finals that join a Korean syllable, and the
    /// symbols that became wide in Unicode 16, which is newer than Debian 12's Python.
    @Test("The width of every letter and ideograph agrees with Python's unicodedata")
    func agreesWithUnicodeData() throws {
        let script = """
            import unicodedata
            left_out = [(0x1160, 0x1200), (0xD7B0, 0xD800), (0x1F000, 0x20000)]
            left_out += [(0x2630, 0x2638), (0x268A, 0x2690), (0x4DC0, 0x4E00), (0x1D300, 0x1D377)]
            for code in range(0x20, 0x30000):
                c = chr(code)
                kind = unicodedata.category(c)
                if kind[0] in 'LNPS' and not any(first <= code < end for first, end in left_out):
                    print(code, 2 if unicodedata.east_asian_width(c) in 'WF' else 1)
            """
        let result = try Program(executable: URL(filePath: "/usr/bin/env"))("python3", "-c", script)
        try #require(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count > 100_000)
        for line in lines {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            let scalar = try #require(Unicode.Scalar(numbers[0]))
            if String(scalar).columns != numbers[1] {
                Issue.record("U+\(String(scalar.value, radix: 16)) takes \(numbers[1])")
            }
        }
    }
}
