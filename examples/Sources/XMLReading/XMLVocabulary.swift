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

    private struct Place {
        var local: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
        var word: Word?
    }

    private let meaning: (borrowing XMLName) -> Word?

    /// A table with open addressing. Half of it is free; its size is a power of two.
    private var places: [Place]
    private var used = 0

    /// A vocabulary of these names.
    public init(_ entries: [Entry]) {
        self.init { name in
            let (local, namespace) = (name.local, name.namespace)
            return entries.first { $0.local == local && $0.namespace == namespace }?.word
        }
    }

    /// A vocabulary whose names a function knows, such as names that may be written in uppercase or lowercase.
    public init(_ meaning: @escaping (borrowing XMLName) -> Word?) {
        self.meaning = meaning
        places = Array(repeating: Place(), count: 256)
    }

    /// What a name means; nil if the vocabulary doesn't know it.
    public mutating func word(for name: borrowing XMLName) -> Word? {
        var index = slot(name.localBytes, name.namespaceBytes)
        while let local = places[index].local {
            if local == name.localBytes, places[index].namespace == name.namespaceBytes { return places[index].word }
            index = (index + 1) & (places.count - 1)
        }
        let word = meaning(name)
        // A document full of unknown names must not fill the table.
        guard used < places.count / 2 else { return word }
        places[index] = Place(local: name.localBytes, namespace: name.namespaceBytes, word: word)
        used += 1
        return word
    }

    private func slot(_ local: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?) -> Int {
        let bits = UInt(bitPattern: local) ^ UInt(bitPattern: namespace) &* 31
        return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 40) & (places.count - 1)
    }
}
