/// The strong entity tag of an answer (RFC 9110, sections 8.8.3 and 13); that of a blob is its hash.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// With quotation marks.
    public let description: String

    /// Takes the hash of a blob.
    public init(_ hash: BlobDigest) { self.init(unquoted: "\(hash)") }

    /// Takes the text between the quotation marks: letters, digits and hyphens.
    public init(unquoted text: String) { description = "\"\(text)\"" }

    /// Whether an `If-Match` or `If-None-Match` names this tag, or any tag with `*`.
    ///
    /// - Parameter weakly: Whether a weak tag of the same text counts, as it does in `If-None-Match`.
    public func isNamed(in header: String, weakly: Bool) -> Bool {
        if header.trimmed == "*" { return true }
        // None of our tags contains a comma, so cutting a foreign one apart does no harm.
        return header.split(separator: ",").contains { part in
            let tag = part.trimmed
            return tag == description || weakly && tag.hasPrefix("W/") && tag.dropFirst(2) == description
        }
    }

    /// Whether `If-Range` names this tag. It must be strong; a date never matches, since no answer has one.
    public func isSame(as header: String) -> Bool { header.trimmed == description }
}

extension StringProtocol {
    /// The text without leading and trailing spaces and tabs, the optional white space of RFC 9110, section 5.6.3.
    package var trimmed: SubSequence {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let rest = drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return rest[rest.startIndex..<rest.startIndex] }
        return rest[...last]
    }
}
