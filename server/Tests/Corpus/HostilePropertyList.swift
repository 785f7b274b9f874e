/// A property list that must be refused, and part of the sentence that must say why.
package struct HostilePropertyList: Sendable, CustomStringConvertible {
    package let description: String
    package let bytes: [UInt8]
    package let words: String

    package init(_ name: String, _ bytes: [UInt8], _ words: String) {
        (description, self.bytes, self.words) = (name, bytes, words)
    }

    package init(_ name: String, _ document: BinaryDocument, _ words: String) { self.init(name, document.bytes, words) }

    package init(_ name: String, _ text: String, _ words: String) { self.init(name, Array(text.utf8), words) }

    /// A value in the second line of an otherwise correct document.
    ///
    /// - Parameter name: `nil` stands for the value itself.
    package init(_ name: String? = nil, value: String, _ words: String) {
        self.init(name ?? value, "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(value)</plist>", words)
    }
}
