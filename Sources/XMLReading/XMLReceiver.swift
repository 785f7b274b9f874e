/// Receives a document while it is read. An error that a method throws ends the reading, and ``XMLReader`` throws it.
public protocol XMLReceiver: AnyObject {
    /// An element begins.
    func begin(_ tag: borrowing XMLTag) throws

    /// The element that began last, and has not ended yet, ends.
    func end(_ name: borrowing XMLName) throws

    /// Text has come, in UTF-8. One text may come in pieces, and blanks between elements are text. The bytes are gone when the
    /// method returns.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws
}

/// The beginning of an element, which lasts only during the call that gets it.
public struct XMLTag: ~Copyable {
    /// The element's name.
    public let name: XMLName

    /// Each attribute takes five places: local name, prefix, namespace, and the value's beginning and end.
    private let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// How many attributes there are. Declarations of namespaces do not count.
    public let attributeCount: Int

    init(_ name: consuming XMLName, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.name = name
        self.attributes = attributes
        attributeCount = count
    }

    /// Calls a function with the name and the value, in UTF-8, of each attribute.
    public func forEachAttribute(
        _ body: (borrowing XMLName, UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        for index in 0..<attributeCount {
            guard let entry = attributes?.advanced(by: index * 5), let local = entry[0], let start = entry[3],
                let end = entry[4]
            else { continue }
            let name = XMLName(local: local, prefix: entry[1], namespace: entry[2])
            try body(name, UnsafeBufferPointer(start: start, count: end - start))
        }
    }

    /// The value of an attribute; nil if there is none.
    /// - Parameter namespace: Nil for an attribute without a prefix.
    public func attribute(_ local: StaticString, in namespace: StaticString? = nil) -> String? {
        var result: String?
        forEachAttribute { name, value in
            if result == nil, name.isLocal(local), name.isIn(namespace) {
                result = String(decoding: value, as: UTF8.self)
            }
        }
        return result
    }

    /// The length of the longest attribute, in bytes.
    var longestAttribute: Int {
        var longest = 0
        forEachAttribute { _, value in longest = max(longest, value.count) }
        return longest
    }
}
