/// The names that a reader of documents knows, and what each of them means to it. Use one vocabulary for each document.
///
/// A name is compared with the list when it first occurs. After that, its address is enough to find it.
public struct XMLVocabulary<Word> {
    /// A name that a document may use.
    public struct Entry {
        let local: String
        let namespace: String?
        let word: Word

        /// - Parameter namespace: Nil for a name without a namespace.
        public init(_ local: String, in namespace: String?, _ word: Word) {
            (self.local, self.namespace, self.word) = (local, namespace, word)
        }
    }

    @usableFromInline let words: [Word]
    @usableFromInline var table: NameTable

    /// A vocabulary of these names.
    public init(_ entries: [Entry]) {
        words = entries.map(\.word)
        table = NameTable(entries.map { ($0.local, $0.namespace) })
    }

    /// What a name means; nil if it is not in the list.
    @inlinable
    public mutating func word(for name: borrowing XMLName) -> Word? {
        // Inlined, so that no caller looks up the type of its words for each element.
        let index = table.index(of: name)
        return index < 0 ? nil : words[index]
    }
}

/// Where names are in a list, by their addresses.
@usableFromInline
struct NameTable {
    private struct Place {
        var local: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
        var index: Int
    }

    private let names: [(local: String, namespace: String?)]

    /// A table with open addressing. Half of it is free; its size is a power of two.
    private var places = [Place](repeating: Place(index: -1), count: 256)
    private var used = 0

    init(_ names: [(local: String, namespace: String?)]) { self.names = names }

    /// The index of a name; -1 if it is not in the list.
    @usableFromInline
    mutating func index(of name: borrowing XMLName) -> Int {
        var slot = slot(name.localBytes, name.namespaceBytes)
        while let local = places[slot].local {
            if local == name.localBytes, places[slot].namespace == name.namespaceBytes { return places[slot].index }
            slot = (slot + 1) & (places.count - 1)
        }
        let (local, namespace) = (name.local, name.namespace)
        let index = names.firstIndex { $0.local == local && $0.namespace == namespace } ?? -1
        // A document full of unknown names must not fill the table.
        guard used < places.count / 2 else { return index }
        places[slot] = Place(local: name.localBytes, namespace: name.namespaceBytes, index: index)
        used += 1
        return index
    }

    private func slot(_ local: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?) -> Int {
        let bits = UInt(bitPattern: local) ^ UInt(bitPattern: namespace) &* 31
        return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 40) & (places.count - 1)
    }
}
