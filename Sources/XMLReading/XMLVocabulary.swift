/// The names that a reader of documents knows, and what each of them means to it. Use one vocabulary for each document.
///
/// A name is read when it first occurs. After that, its address is enough to find what it means.
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

    private let meaning: (borrowing XMLName) -> Word?
    @usableFromInline var words: [Word?] = []
    @usableFromInline var names = NameTable()

    /// A vocabulary of these names.
    public init(_ entries: [Entry]) {
        self.init { name in
            let (local, namespace) = (name.local, name.namespace)
            return entries.first { $0.local == local && $0.namespace == namespace }?.word
        }
    }

    /// A vocabulary whose names a function knows, such as names that may be written in uppercase or lowercase.
    public init(_ meaning: @escaping (borrowing XMLName) -> Word?) { self.meaning = meaning }

    /// The meaning of a name; nil if the vocabulary doesn't have it.
    @inlinable
    public mutating func word(for name: borrowing XMLName) -> Word? {
        // Inlined, so that no caller looks up the type of its words for each element.
        let index = names.index(of: name)
        return index < 0 ? learn(name) : words[index]
    }

    @usableFromInline
    mutating func learn(_ name: borrowing XMLName) -> Word? {
        let word = meaning(name)
        if names.add(name) { words.append(word) }
        return word
    }
}

/// The numbers of names, by their addresses.
@usableFromInline
struct NameTable {
    private struct Place {
        var local: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
        var index: Int
    }

    /// A table with open addressing. Half of it is free; its size is a power of two.
    private var places = [Place](repeating: Place(index: -1), count: 256)
    private var used = 0

    /// The number of a name; -1 if it was not added.
    @usableFromInline
    func index(of name: borrowing XMLName) -> Int { places[slot(name)].index }

    /// Gives a name the next number.
    ///
    /// - Returns: False if the table is full: a document full of unknown names must not fill it.
    mutating func add(_ name: borrowing XMLName) -> Bool {
        guard used < places.count / 2 else { return false }
        places[slot(name)] = Place(local: name.localBytes, namespace: name.namespaceBytes, index: used)
        used += 1
        return true
    }

    /// The place of a name, or the free one where it belongs.
    private func slot(_ name: borrowing XMLName) -> Int {
        let (local, namespace) = (name.localBytes, name.namespaceBytes)
        let bits = UInt(bitPattern: local) ^ UInt(bitPattern: namespace) &* 31
        var slot = Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 40) & (places.count - 1)
        while let other = places[slot].local, other != local || places[slot].namespace != namespace {
            slot = (slot + 1) & (places.count - 1)
        }
        return slot
    }
}
