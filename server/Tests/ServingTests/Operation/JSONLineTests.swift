import Foundation
import Testing

@testable import Serving

struct JSONLineTests {
    @Test(arguments: [
        "plain", "", "\"quoted\" \\ back", "two\nlines\r\n", "\u{0}\u{1B}[2J", "\u{85}\u{9B}\u{2028}", "Grüße 👩‍👧 世界",
        "}\n{\"level\":\"x\"",
    ])
    func `Any text becomes one line of JSON that reads back as the same text`(_ text: String) throws {
        var line = JSONLine()
        line.add(text, text)
        line.add("number", number: "7")
        let bytes = line.finished()
        #expect(bytes.last == UInt8(ascii: "\n") && bytes.filter { $0 < 0x20 }.count == 1)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(read[text] as? String == text)
        #expect(read["number"] as? Int == 7)
    }

    @Test func `A text that is too long is cut`() {
        var line = JSONLine()
        line.add("path", String(repeating: "ä", count: 1_000_000))
        #expect(line.finished().count < 2 * JSONLine.longestText)
    }
}
