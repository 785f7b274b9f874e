/// An element of a small document, with everything in it. Namespaces, comments and the order of text and elements are left out.
public struct XMLTree: Hashable, Sendable {
    /// The element's name without its prefix.
    public let name: String

    /// The attributes by their names without prefixes.
    public let attributes: [String: String]

    /// The elements inside this one, in the order of the document.
    public private(set) var children: [XMLTree] = []

    private var bytes: [UInt8] = []

    /// Reads a document strictly.
    /// - Throws: ``XMLError``
    public init(_ document: [UInt8], limits: XMLLimits = XMLLimits()) throws {
        let receiver = TreeReceiver()
        var options = XMLOptions()
        options.limits = limits
        let reader = try XMLReader(to: receiver, options)
        try reader.read(document)
        try reader.finish()
        guard let root = receiver.builder.root else { throw XMLError(.damaged, "The document has no element") }
        self = root
    }

    private init(_ tag: borrowing XMLTag) {
        name = tag.name.local
        var attributes: [String: String] = [:]
        tag.forEachAttribute { name, value in attributes[name.local] = String(decoding: value, as: UTF8.self) }
        self.attributes = attributes
    }

    /// The text of this element, blanks included, without that of the elements inside it.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The first child with a name.
    public subscript(name: String) -> XMLTree? { children.first { $0.name == name } }

    /// All children with a name.
    public func children(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// Makes a tree of a document, or of a part of one, as an ``XMLReceiver`` gets it.
    public struct Builder {
        /// The last element that was complete and in no other one; nil if there is none yet.
        public private(set) var root: XMLTree?
        private var open: [XMLTree] = []

        /// A builder without a tree.
        public init() {}

        /// An element begins.
        public mutating func begin(_ tag: borrowing XMLTag) { open.append(XMLTree(tag)) }

        /// The element that began last, and has not ended yet, ends.
        public mutating func end() {
            let element = open.removeLast()
            if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
        }

        /// Text has come. Outside of elements, it is left out.
        public mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
            if !open.isEmpty { open[open.count - 1].bytes += bytes }
        }
    }
}

private final class TreeReceiver: XMLReceiver {
    var builder = XMLTree.Builder()

    func begin(_ tag: borrowing XMLTag) { builder.begin(tag) }
    func end(_ name: borrowing XMLName) { builder.end() }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) { builder.text(bytes) }
}
