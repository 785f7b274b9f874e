import Testing
import XMLReading

@Suite("Reading XML")
struct ReadingTests {
    @Test("Namespaces are resolved in names of elements and attributes")
    func namespaces() throws {
        let document = #"<a xmlns="urn:x" xmlns:p="urn:y"><p:b q="1" p:q="2"/><c xmlns="">t</c></a>"#
        #expect(
            try events(document) == [
                "<{urn:x}a>", "<{urn:y}b q=1 {urn:y}q=2>", "</{urn:y}b>", "<c>", "t", "</c>", "</{urn:x}a>",
            ])
    }

    @Test("References and CDATA become text, in elements and in attributes")
    func references() throws {
        let document = "<a b='&lt;&amp;&quot;&#1087;&#x1F600;'>&lt;x&gt; &amp; &#1087;<![CDATA[<y>&]]></a>"
        #expect(try events(document) == ["<a b=<&\"п😀>", "<x> & п<y>&", "</a>"])
    }

    @Test("A document gives the same events however it is cut into pieces", arguments: [1, 2, 3, 7, 64])
    func pieces(size: Int) throws {
        let document = """
            <?xml version="1.0"?><!-- note --><a xmlns:p="urn:p" x="é&amp;&#233;">té&lt;xt<![CDATA[ p]] ]]><p:b/>\
            <?pi data?>日本語</a>
            """
        let whole = try events(document)
        #expect(try events(document, pieces: size) == whole)
        #expect(whole == ["<a x=é&é>", "té<xt p]] ", "<{urn:p}b>", "</{urn:p}b>", "日本語", "</a>"])
    }

    @Test("The caller's encoding wins over the document's own")
    func explicitEncoding() throws {
        let text: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]  // "Привет" in windows-1251
        var options = XMLOptions()
        options.encoding = "windows-1251"
        let plain = Array("<a>".utf8) + text + Array("</a>".utf8)
        #expect(try events(plain, options).events == ["<a>", "Привет", "</a>"])
        let declared = Array("<?xml version='1.0' encoding='utf-8'?>".utf8) + plain
        #expect(try events(declared, options).events == ["<a>", "Привет", "</a>"])
        let own = Array("<?xml version='1.0' encoding='windows-1251'?>".utf8) + plain
        #expect(try events(own).events == ["<a>", "Привет", "</a>"])
    }

    @Test("Byte order marks are understood, those of UTF-16 too")
    func byteOrderMarks() throws {
        #expect(try events([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8)).events == ["<a>", "é", "</a>"])
        let wide = "<a>é</a>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(try events([0xFF, 0xFE] + wide).events == ["<a>", "é", "</a>"])
    }

    @Test("An unknown encoding is refused")
    func unknownEncoding() throws {
        var options = XMLOptions()
        options.encoding = "klingon"
        #expect(throws: XMLError.self) { try events("<a/>", options) }
        let error = #expect(throws: XMLError.self) { try events("<?xml version='1.0' encoding='klingon'?><a/>") }
        #expect(error?.code == .unknownEncoding)
    }

    @Test("An attribute is found by its name and namespace")
    func attributes() throws {
        final class Asking: XMLReceiver {
            var values: [String?] = []
            func begin(_ tag: borrowing XMLTag) {
                values = [tag.attribute("b"), tag.attribute("b", in: "urn:x"), tag.attribute("bb"), tag.attribute("c")]
            }
            func end(_ name: borrowing XMLName) {}
            func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
        }
        let receiver = Asking()
        let reader = try XMLReader(to: receiver)
        try reader.read(Array("<a xmlns:x='urn:x' x:b='2' b='1' bb='3'/>".utf8))
        try reader.finish()
        #expect(receiver.values == ["1", "2", "3", nil])
    }

    @Test("A vocabulary finds known names in their namespaces, and forgets no other")
    func vocabulary() throws {
        final class Counting: XMLReceiver {
            var vocabulary = XMLVocabulary([
                .init("item", in: "urn:x", 1), .init("item", in: nil, 2), .init("end", in: "urn:x", 3),
            ])
            var words: [Int?] = []
            func begin(_ tag: borrowing XMLTag) { words.append(vocabulary.word(for: tag.name)) }
            func end(_ name: borrowing XMLName) {}
            func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
        }
        let receiver = Counting()
        let reader = try XMLReader(to: receiver)
        let unknown = (0..<1000).map { "<n\($0)/>" }.joined()
        try reader.read(Array("<a xmlns:x='urn:x'><item/><x:item/><item/>\(unknown)<x:end/><x:item/><item/></a>".utf8))
        try reader.finish()
        #expect(receiver.words.compactMap { $0 } == [2, 1, 2, 3, 1, 2])
        #expect(receiver.words.count == 1007)
    }

    @Test("An error of the receiver ends the reading, and is thrown again afterwards")
    func refusal() throws {
        let recorder = Recorder()
        recorder.refused = "b"
        let reader = try XMLReader(to: recorder)
        #expect(throws: Recorder.Refusal.self) { try reader.read(Array("<a><b/><c/></a>".utf8)) }
        #expect(throws: Recorder.Refusal.self) { try reader.read(Array("<d/>".utf8)) }
        #expect(throws: Recorder.Refusal.self) { try reader.finish() }
        #expect(recorder.events == ["<a>"])
    }
}
