import XMLReading

/// An element of an answer of S3, without its namespace and its attributes.
final class XMLNode {
    let name: String
    private(set) var children: [XMLNode] = []
    fileprivate var text: [UInt8] = []

    fileprivate init(name: String) { self.name = name }

    /// Reads a document, at most 4 MiB of it and 16 elements deep.
    ///
    /// - Throws: If it is not well-formed.
    convenience init(_ bytes: [UInt8]) throws {
        let receiver = NodeReceiver()
        var options = XMLOptions()
        options.limits = XMLLimits(bytes: 4 << 20, depth: 16, text: 64 << 10)
        let reader = try XMLReader(to: receiver, options)
        try reader.read(bytes)
        try reader.finish()
        self.init(name: receiver.root?.name ?? "")
        children = receiver.root?.children ?? []
        text = receiver.root?.text ?? []
    }

    /// The first element of a name within this one.
    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    /// All elements of a name within this one.
    func children(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

    /// The text of the first element of a name within this one.
    func text(_ name: String) -> String? { child(name).map { String(decoding: $0.text, as: UTF8.self) } }

    fileprivate func add(_ child: XMLNode) { children.append(child) }
}

private final class NodeReceiver: XMLReceiver {
    private var open: [XMLNode] = []
    private(set) var root: XMLNode?

    func begin(_ tag: borrowing XMLTag) {
        let node = XMLNode(name: tag.name.local)
        if let last = open.last { last.add(node) } else { root = node }
        open.append(node)
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) { open.last?.text += bytes }

    func end(_ name: borrowing XMLName) { _ = open.popLast() }
}
