import Testing
import XMLReading

@Suite("Damaged XML")
struct DamageTests {
    @Test(
        "A damaged document is refused",
        arguments: [
            "", " ", "<a>", "<a><b></a>", "<a>&nbsp;</a>", "<a>x & y</a>", "text", "<a/><b/>", "<a b=1/>",
            "<a b='1' b='2'/>",
            "<a/>text", "<p:a/>", "<a>\u{1}</a>", "<a>&#0;</a>", "<a", "<!-- only -->",
        ])
    func strict(document: String) throws {
        let error = #expect(throws: XMLError.self) { try events(document) }
        #expect(error?.code == .damaged)
    }

    @Test("Bytes that are not in the document's encoding are refused")
    func badBytes() throws {
        let error = #expect(throws: XMLError.self) { try events([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) }
        #expect(error?.code == .damaged)
    }

    @Test("With recovery, a document that is cut anywhere keeps its complete elements, and the damage is reported")
    func cut() throws {
        let document = Array("<a><item>one</item><item>two &amp; a half</item></a>".utf8)
        for count in 0..<document.count {
            let (events, damage) = try events(Array(document[..<count]), lenient())
            #expect(damage?.code == .damaged, "cut after \(count) bytes")
            #expect(count < 20 || events.contains("one"), "cut after \(count) bytes: \(events)")
        }
        #expect(try events(document, lenient()).damage == nil)
    }

    @Test("With recovery, text after a bare ampersand keeps its entities")
    func bareAmpersand() throws {
        let document = "<a><b>x & y</b><b>p &amp; q &lt; &nbsp;r</b><c d='&amp;'/></a>"
        let (found, damage) = try events(Array(document.utf8), lenient { $0.entities = ["nbsp": "\u{A0}"] })
        #expect(found.contains("p & q < \u{A0}r"))
        #expect(found.contains("<c d=&>"))
        #expect(found.contains { $0.hasPrefix("x ") })
        #expect(damage?.code == .damaged)
        #expect(damage?.line == 1)
    }

    @Test("Entities that the caller knows are replaced in text and in attributes, without a document type")
    func knownEntities() throws {
        var options = XMLOptions()
        options.entities = ["nbsp": "\u{A0}", "hellip": "…", "euml": "ë"]
        let document = "<a b='1&nbsp;2&hellip;&amp;'>1&nbsp;2&hellip;<c d='&nbsp;'/>&euml;&nbsp;</a>"
        #expect(
            try events(document, options)
                == ["<a b=1\u{A0}2…&>", "1\u{A0}2…", "<c d=\u{A0}>", "</c>", "ë\u{A0}", "</a>"])
    }

    private var forgiving: XMLOptions {
        var options = XMLOptions()
        options.leavesOutForbiddenCharacters = true
        return options
    }

    @Test("Characters that XML forbids can be left out, and the entities after them stay", arguments: [1, 3, 1000])
    func leavesOut(pieces: Int) throws {
        let document = Array("<a b='1&#x1F;2 &amp; 3'>x&#xB;y&#0; &amp; z<c>\u{1}t\u{B} &lt;</c></a>".utf8)
        let (found, damage) = try events(document, forgiving, pieces: pieces)
        #expect(found == ["<a b=12 & 3>", "xy & z", "<c>", "t <", "</c>", "</a>"])
        #expect(damage == nil)
    }

    @Test(
        "Where forbidden characters are left out, any other damage is refused, before and after them",
        arguments: [
            "<a>&#xB;", "<a>&#xB;<b></a>", "<a>&#xB;&nbsp;</a>", "<a>&#xB; x & y</a>", "<a>&x;&#xB;</a>",
            "<a>&#xB;</a><b/>",
        ])
    func leavesOutNothingElse(document: String) throws {
        let error = #expect(throws: XMLError.self) { try events(document, forgiving) }
        #expect(error?.code == .damaged)
    }

    @Test("With recovery, an undeclared prefix is damage and the name remains")
    func undeclaredPrefix() throws {
        let (found, damage) = try events(Array("<a><media:b>t</media:b></a>".utf8), lenient())
        #expect(found == ["<a>", "<media?:b>", "t", "</media?:b>", "</a>"])
        #expect(damage != nil)
    }
}
