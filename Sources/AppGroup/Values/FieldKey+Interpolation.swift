extension FieldKey: ExpressibleByStringInterpolation {
    /// The text of a key in source code with values in it, such as `"unread-\(folder)"`.
    ///
    /// The text around the values is a part of the program, and one that breaks the rules is a mistake in it. A value can come
    /// from outside: each character in it that no key may have becomes `_`, and a key that is too long is cut off.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// An empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value.
        public mutating func appendInterpolation(_ value: some Any) {
            for scalar in String(describing: value).unicodeScalars {
                text.unicodeScalars.append(FieldKey.mayHold(scalar) ? scalar : "_")
            }
        }
    }

    /// Makes the key; it stops the program if the text around the values breaks the rules.
    public init(stringInterpolation: StringInterpolation) {
        var text = stringInterpolation.text
        while text.utf8.count > FieldKey.maximumLength { text.unicodeScalars.removeLast() }
        self.init(stringLiteral: text.isEmpty ? "_" : text)
    }

    private static func mayHold(_ scalar: Unicode.Scalar) -> Bool {
        !isForbidden(scalar) && !PlainText.disturbs(scalar) && !scalar.isInvisible
    }
}
