import AppGroupText
import TestSupport
import Testing
import XMLReading

@Suite("Text in markup") struct MarkupTextTests {
    @Test(
        "A reader of XML gets the same text back from an element, and from an attribute with spaces for tabs and line feeds"
    )
    func roundTrip() throws {
        var source = RandomSource(seed: 11)
        let scalars: [Unicode.Scalar] = [
            "&", "<", ">", "\"", "'", "\t", "\n", "\r", " ", "a", ";", "#", "\u{301}", "\u{20DD}", "\u{200D}", "]", "漢",
            "\u{A0}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
        ]
        let single = scalars.map { String($0) }
        let mixed = (0..<1000).map { _ in
            String(
                String.UnicodeScalarView((0..<Int.random(in: 1...8, using: &source)).map { _ in source.pick(scalars) }))
        }
        for text in single + mixed + ["<b c=\"\u{301}d\">]]>&amp;&#38;</b>", "\r\n"] {
            let read = try Self.read(text)
            #expect(Array(read.content.unicodeScalars) == Array(text.unicodeScalars))
            let inAttribute = text.unicodeScalars.map { $0 == "\t" || $0 == "\n" ? " " : $0 }
            #expect(Array(read.attribute.unicodeScalars) == inAttribute)
        }
    }

    @Test("Characters that XML does not allow, and other control characters, become replacement characters")
    func replaced() throws {
        let controls = (0..<0x20).filter { ![9, 10, 13].contains($0) } + Array(0x7F...0x9F) + [0xFFFE, 0xFFFF]
        for value in controls {
            let text = String(try #require(Unicode.Scalar(UInt32(value))))
            #expect(MarkupText("a\(text)b").description == "a\u{FFFD}b")
            #expect(try Self.read("a\(text)b").content == "a\u{FFFD}b")
        }
    }

    @Test("A mark that ends an attribute is escaped even if combining marks make it part of another character")
    func combiningMarks() {
        #expect("\(MarkupText("\"\u{301}"))" == "&quot;\u{301}")
        #expect("\(MarkupText("<\u{338}'\u{200D}&\u{20DD}"))" == "&lt;\u{338}&apos;\u{200D}&amp;\u{20DD}")
    }

    /// The text as libxml2 reads it from the content of an element, and from an attribute in either kind of quotes.
    private static func read(_ text: String) throws -> (content: String, attribute: String) {
        let escaped = MarkupText(text)
        let receiver = Receiver()
        let reader = try XMLReader(to: receiver)
        try reader.read(Array("<a b=\"\(escaped)\" c='\(escaped)'>\(escaped)</a>".utf8))
        try reader.finish()
        #expect(receiver.attributes.count == 2)
        #expect(receiver.attributes.first == receiver.attributes.last)
        return (String(decoding: receiver.content, as: UTF8.self), receiver.attributes.first ?? "")
    }

    private final class Receiver: XMLReceiver {
        var attributes: [String] = []
        var content: [UInt8] = []

        func begin(_ tag: borrowing XMLTag) {
            tag.forEachAttribute { _, value in attributes.append(String(decoding: value, as: UTF8.self)) }
        }

        func end(_ name: borrowing XMLName) {}

        func text(_ bytes: UnsafeBufferPointer<UInt8>) { content += bytes }
    }
}
