import ExamplesTestSupport
import Foundation
import Testing

@testable import inbox

@Suite("The width of text")
struct DisplayWidthTests {
    @Test(
        "counts columns",
        arguments: [
            ("", 0), ("abc", 3), ("李娜", 4), ("Вера", 4), ("e\u{301}", 1), ("🛠\u{FE0F}👩‍👩‍👧", 4), ("ｱｶﾞ", 3),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("●", 1),
        ])
    func countsColumns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test("is cut and filled up to columns")
    func isFitted() {
        #expect("abc".fitted(to: 5) == "abc  ")
        #expect("abcdef".fitted(to: 4) == "abc…")
        #expect("李娜娜".fitted(to: 4) == "李… ")
        #expect("李娜".fitted(to: 0) == "")
    }

    /// Left out are emoji, whose width is a matter of sequences, and the vowels and finals that join a Korean syllable.
    @Test("of every letter and ideograph is what Python's unicodedata has")
    func agreesWithUnicodeData() throws {
        let script = """
            import unicodedata
            for code in range(0x20, 0x30000):
                c = chr(code)
                kind = unicodedata.category(c)
                if kind[0] in 'LNPS' and not 0x1F000 <= code < 0x20000 and not 0x1160 <= code < 0x1200:
                    print(code, 2 if unicodedata.east_asian_width(c) in 'WF' else 1)
            """
        let result = try Program(executable: URL(filePath: "/usr/bin/env"))("python3", "-c", script)
        try #require(result.status == 0, "\(result.talk)")
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
