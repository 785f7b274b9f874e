import Testing
import XMLReading

@Suite("Trees of XML")
struct TreeTests {
    private static let document = Array(
        """
        <a:list xmlns:a="urn:a" a:size="2">one<item id="1">é&amp;<![CDATA[<]]></item><item/><b><item>in b</item></b>\
        two</a:list>
        """.utf8)

    @Test("A tree has the names without prefixes, the attributes, the texts and the children in their order")
    func reading() throws {
        let tree = try XMLTree(Self.document)
        #expect(tree.name == "list")
        #expect(tree.attributes == ["size": "2"])
        #expect(tree.text == "onetwo")
        #expect(tree.children.map(\.name) == ["item", "item", "b"])
        #expect(tree["item"]?.text == "é&<" && tree["item"]?.attributes == ["id": "1"])
        #expect(tree.children("item").map(\.text) == ["é&<", ""])
        #expect(tree["b"]?["item"]?.text == "in b" && tree["c"] == nil)
    }

    @Test("A document that is damaged, empty or beyond the limits has no tree")
    func refused() throws {
        for document in ["", "  ", "<a>", "<a></b>", "<a/><b/>"] {
            let error = #expect(throws: XMLError.self) { try XMLTree(Array(document.utf8)) }
            #expect(error?.code == .damaged, "\(document)")
        }
        for limits in [XMLLimits(bytes: 20), XMLLimits(depth: 2), XMLLimits(text: 3)] {
            let error = #expect(throws: XMLError.self) { try XMLTree(Self.document, limits: limits) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test("A tree is made of a part of a document, too")
    func part() throws {
        final class Receiver: XMLReceiver {
            var builder = XMLTree.Builder()
            private var depth = 0

            func begin(_ tag: borrowing XMLTag) {
                depth += 1
                if depth > 1 { builder.begin(tag) }
            }

            func end(_ name: borrowing XMLName) {
                if depth > 1 { builder.end() }
                depth -= 1
            }

            func text(_ bytes: UnsafeBufferPointer<UInt8>) { builder.text(bytes) }
        }
        let receiver = Receiver()
        let reader = try XMLReader(to: receiver)
        try reader.read(Array("<a>x<b>y".utf8))
        #expect(receiver.builder.root == nil)
        try reader.read(Array("</b>z</a>".utf8))
        try reader.finish()
        #expect(receiver.builder.root?.name == "b" && receiver.builder.root?.text == "y")
    }
}
