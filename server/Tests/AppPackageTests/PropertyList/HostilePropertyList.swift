import Testing

/// A property list that must be refused, and words of the sentence that says why.
struct HostilePropertyList: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let words: String

    init(_ name: String, _ bytes: [UInt8], _ words: String) {
        (testDescription, self.bytes, self.words) = (name, bytes, words)
    }

    init(_ name: String, _ document: BinaryDocument, _ words: String) { self.init(name, document.bytes, words) }

    init(_ name: String, _ text: String, _ words: String) { self.init(name, Array(text.utf8), words) }

    /// With a value in an otherwise good document, in its second line.
    init(value: String, _ words: String) {
        self.init(value, "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(value)</plist>", words)
    }
}
