import CLibxml2

/// The name of an element or of an attribute, which lasts only during the call that gets it (Namespaces in XML 1.0, 2.1).
///
/// libxml2 keeps one copy of each name while a document is read. So two names are equal if their addresses are, and an
/// ``XMLVocabulary`` finds a name without reading it.
public struct XMLName: ~Copyable {
    let localBytes: UnsafePointer<UInt8>
    let prefixBytes: UnsafePointer<UInt8>?
    let namespaceBytes: UnsafePointer<UInt8>?

    init(local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?) {
        (localBytes, prefixBytes, namespaceBytes) = (local, prefix, namespace)
    }

    /// The name without its prefix.
    public var local: String { String(cString: localBytes) }

    /// The prefix, as it was written; nil if there is none.
    public var prefix: String? { prefixBytes.map { String(cString: $0) } }

    /// The namespace's name; nil if there is none, or if the document does not declare the prefix.
    public var namespace: String? { namespaceBytes.map { String(cString: $0) } }

    /// Whether this is the name without its prefix.
    public func isLocal(_ name: StaticString) -> Bool { Self.equal(localBytes, name) }

    /// Whether the namespace has this name. Nil stands for no namespace.
    public func isIn(_ namespace: StaticString?) -> Bool {
        guard let namespace else { return namespaceBytes == nil }
        return namespaceBytes.map { Self.equal($0, namespace) } ?? false
    }

    private static func equal(_ text: UnsafePointer<UInt8>, _ other: StaticString) -> Bool {
        let count = other.utf8CodeUnitCount
        return text.pointee == other.utf8Start.pointee
            && strncmp(text.chars, other.utf8Start.chars, count) == 0 && text[count] == 0
    }
}

extension UnsafePointer<UInt8> {
    fileprivate var chars: UnsafePointer<CChar> { UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self) }
}
