/// A path, or a name in a folder, as a key. Two of them are equal only if their bytes are.
///
/// As `String`, texts are equal if their letters are composed in different ways. As names, they are those of two files.
package struct ExactPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let description: String

    package init(_ text: some StringProtocol) { description = String(text) }

    package init(stringLiteral text: String) { description = text }

    package static func == (left: ExactPath, right: ExactPath) -> Bool {
        left.description.hasSameBytes(as: right.description.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = description
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
