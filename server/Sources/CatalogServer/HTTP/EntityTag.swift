/// The strong entity tag of an answer, for a blob its hash, and what requests compare with it (RFC 9110, sections 8.8.3 and 13).
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ hash: BlobDigest) { self.init(unquoted: "\(hash)") }

    /// Takes what stands between the quotation marks: letters, digits and hyphens.
    init(unquoted text: String) { description = "\"\(text)\"" }

    /// Whether an `If-Match` or `If-None-Match` names it, or anything: `*`.
    ///
    /// - Parameter weakly: Whether a weak tag of the same text counts, as it does for `If-None-Match`.
    func isNamed(in header: String, weakly: Bool) -> Bool {
        if header.trimmed == "*" { return true }
        // No tag of ours holds a comma, so cutting a foreign one apart does no harm.
        return header.split(separator: ",").contains { part in
            let tag = part.trimmed
            return tag == description || weakly && tag.hasPrefix("W/") && tag.dropFirst(2) == description
        }
    }

    /// Whether `If-Range` names it: strongly, and never by a date, since nothing is sent by which to know one.
    func isSame(as header: String) -> Bool { header.trimmed == description }
}

extension StringProtocol {
    /// Without spaces and tabs around it: optional white space (RFC 9110, section 5.6.3).
    var trimmed: SubSequence {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let rest = drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return rest[rest.startIndex..<rest.startIndex] }
        return rest[...last]
    }
}
