import XMLReading

/// An element of a small answer, with everything in it. Namespaces are left out: EWS uses no name in two of them.
final class SoapNode {
    let name: String
    let attributes: [String: String]
    private(set) var children: [SoapNode] = []
    private(set) var text = ""

    init(_ tag: borrowing XMLTag) {
        name = tag.name.local
        var attributes: [String: String] = [:]
        tag.forEachAttribute { name, value in attributes[name.local] = String(decoding: value, as: UTF8.self) }
        self.attributes = attributes
    }

    /// The first child with a name.
    subscript(name: String) -> SoapNode? { children.first { $0.name == name } }

    /// The descendant at the end of a path of names.
    func at(_ path: String...) -> SoapNode? { path.reduce(self) { $0?[$1] } }

    /// Every descendant with a name, in the order of the document.
    func all(_ name: String) -> [SoapNode] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    /// The text without blanks at its ends.
    var value: String {
        let isBlank = { (character: Character) in character.isWhitespace }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    fileprivate func add(_ child: SoapNode) { children.append(child) }

    fileprivate func add(_ bytes: [UInt8]) { text += String(decoding: bytes, as: UTF8.self) }

    /// Makes nodes of what is read.
    struct Builder {
        private(set) var root: SoapNode?
        private var path: [SoapNode] = []
        private var bytes: [UInt8] = []

        mutating func begin(_ tag: borrowing XMLTag) {
            flush()
            let node = SoapNode(tag)
            if let parent = path.last { parent.add(node) } else { root = node }
            path.append(node)
        }

        mutating func end() {
            flush()
            path.removeLast()
        }

        mutating func text(_ more: UnsafeBufferPointer<UInt8>) {
            if !path.isEmpty { bytes += more }
        }

        private mutating func flush() {
            guard !bytes.isEmpty else { return }
            path.last?.add(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
    }
}
