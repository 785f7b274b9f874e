import Testing
import XMLReading

@Suite("Hostile XML")
struct HostileTests {
    private static let bomb = """
        <!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;"><!ENTITY z "&y;&y;&y;&y;&y;&y;&y;&y;">]>
        """

    @Test("A document type is refused unless it is allowed")
    func documentType() throws {
        for document in ["<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", Self.bomb + "<a>&z;</a>"] {
            let error = #expect(throws: XMLError.self) { try events(document) }
            #expect(error?.code == .forbidden)
        }
        var options = XMLOptions()
        options.allowsDocumentType = true
        #expect(
            try events("<!DOCTYPE a PUBLIC '-//X//Y//EN' 'http://127.0.0.1:9/x.dtd'><a/>", options) == ["<a>", "</a>"])
        let error = #expect(throws: XMLError.self) { try events(Self.bomb + "<a>&z;</a>", options) }
        #expect(error?.code == .forbidden)
    }

    @Test("Declared entities stand for nothing, in text and in attributes, whatever they contain")
    func entityBomb() throws {
        let (found, damage) = try events(Array((Self.bomb + "<a b='&z;'>1&z;2</a>").utf8), lenient())
        #expect(damage?.code == .forbidden)
        #expect(!found.joined().contains("xx"))
        let file =
            "<!DOCTYPE a [<!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY % p SYSTEM 'file:///etc/hostname'>%p;]>"
        let (other, _) = try events(Array("\(file)<a b='&f;'>1&f;2</a>".utf8), lenient())
        #expect(other.joined().count < 40)
        let parameters = "<!DOCTYPE a [<!ENTITY % p '<!ENTITY q \"qq\">'>%p;%p;]><a>1&q;2</a>"
        let (third, _) = try events(Array(parameters.utf8), lenient())
        #expect(!third.joined().contains("qq"))
    }

    @Test("Documents beyond each limit are refused, even with recovery", arguments: [false, true])
    func limits(recovers: Bool) throws {
        var options = XMLOptions()
        options.recovers = recovers
        options.limits = XMLLimits(bytes: 3000, depth: 10, text: 100)
        let fine = [
            String(repeating: "<a>", count: 10) + String(repeating: "</a>", count: 10),
            "<a b='\(String(repeating: "x", count: 100))'>\(String(repeating: "y", count: 100))</a>",
            "<a>\(String(repeating: "<b>\(String(repeating: "y", count: 90))</b>", count: 20))</a>",
        ]
        for document in fine { #expect(throws: Never.self) { try events(document, options) } }
        let tooMuch = [
            String(repeating: "<a>", count: 11) + String(repeating: "</a>", count: 11),
            "<a b='\(String(repeating: "x", count: 101))'/>",
            "<a>\(String(repeating: "y", count: 101))</a>",
            "<a>" + String(repeating: "&amp;", count: 101) + "</a>",
            "<a>" + String(repeating: "<b/>", count: 1000) + "</a>",
        ]
        for document in tooMuch {
            for size in [1, Int.max] {
                let error = #expect(throws: XMLError.self) { try events(document, options, pieces: size) }
                #expect(error?.code == .tooLarge)
            }
        }
    }

    @Test("Endless nesting, attributes and unfinished constructs end with an error, with recovery or without")
    func endless() throws {
        var options = lenient()
        options.limits = XMLLimits(bytes: 400_000, depth: 256, text: 50_000)
        let starts = [
            "<a>", "<a b='c'>", "<a", "<!--", "<![CDATA[", "<?x ", "<!DOCTYPE a [", "<a b='", "&amp;", "<a>&#", "</",
        ]
        for start in starts {
            for filling in ["<a>", "x", " b", "&", "]", "<!ENTITY x 'y'>", "\u{0}", "\n"] {
                let document = Array((start + String(repeating: filling, count: 20_000)).utf8)
                _ = try? events(document, options)
                #expect(throws: (any Error).self) { try events(document) }
            }
        }
    }

    @Test("Elements with too many attributes or namespaces are refused without delay", arguments: [false, true])
    func manyNames(recovers: Bool) throws {
        var options = XMLOptions()
        options.recovers = recovers
        func names(_ count: Int, _ prefix: String = "n", from first: Int = 0) -> String {
            (first..<first + count).map { " \(prefix)\($0)='u'" }.joined()
        }
        func nested(_ depth: Int) -> String {
            (0..<depth).map { "<a\(names(100, "xmlns:n", from: $0 * 100))>" }.joined()
                + String(repeating: "</a>", count: depth)
        }
        let fine = ["<a\(names(4000))/>", "<a b='\(String(repeating: "c=", count: 100_000))'/>", nested(40)]
        for document in fine { #expect(throws: Never.self) { try events(document, options) } }
        for document in ["<a\(names(300_000))/>", "<a\(names(300_000, "xmlns:n"))/>", nested(60)] {
            let error = #expect(throws: XMLError.self) { try events(document, options) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test("Changed documents cause no crash, with recovery or without, and both agree on undamaged ones")
    func changed() throws {
        let original = Array(
            """
            <?xml version="1.0" encoding="utf-8"?><!DOCTYPE a [<!ENTITY x "y"><!ATTLIST b c CDATA "d">]><a xmlns="urn:a" \
            xmlns:p="urn:p"><!-- c --><p:b c="1&amp;2" xml:base="x">té&#233;xt &lt;&x;</p:b><![CDATA[ ]]]]><?pi?><c/></a>
            """.utf8)
        var random = SystemRandomNumberGenerator()
        var strict = XMLOptions()
        strict.allowsDocumentType = true
        for _ in 0..<3000 {
            var document = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<document.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: document[place] = UInt8.random(in: 0...255, using: &random)
                case 1: document.remove(at: place)
                case 2: document.insert(contentsOf: "<>&;'\"![]-?/".utf8.shuffled().prefix(3), at: place)
                default: document.removeSubrange(place...)
                }
                if document.isEmpty { break }
            }
            let size = Int.random(in: 1...document.count + 1, using: &random)
            let lenient = try? events(document, lenient(), pieces: size)
            if let strict = try? events(document, strict, pieces: size) {
                #expect(lenient?.events == strict.events)
                #expect(lenient?.damage == nil)
            }
        }
    }
}
