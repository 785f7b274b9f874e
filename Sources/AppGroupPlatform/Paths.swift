/// Paths as text. The byte `/` ends a name, even if a combining character follows it.
package enum Paths {
    private static let slash = UInt8(ascii: "/")

    package static func isAbsolute(_ path: some StringProtocol) -> Bool { path.utf8.first == slash }

    package static func parent(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let last = trimmed.utf8.lastIndex(of: slash) else { return "." }
        let parent = withoutTrailingSlashes(trimmed[..<last])
        return parent.isEmpty ? "/" : String(parent)
    }

    package static func lastComponent(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let last = trimmed.utf8.lastIndex(of: slash) else { return String(trimmed) }
        return String(trimmed[trimmed.utf8.index(after: last)...])
    }

    /// The names in a path, without the empty ones.
    package static func components(of path: some StringProtocol) -> [Substring] {
        Substring(path).utf8.split(separator: slash).map { Substring($0) }
    }

    package static func withoutTrailingSlashes(_ path: some StringProtocol) -> Substring {
        let path = Substring(path)
        guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return Substring(path.utf8.prefix(1)) }
        return path[..<path.utf8.index(after: last)]
    }
}

/// Names that no other program uses, for files that exist for a moment.
package enum RandomName {
    /// 16 hexadecimal digits.
    package static func make() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a text could be one: at most 16 hexadecimal digits.
    package static func isOne(_ text: some StringProtocol) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }

    /// A name for a file that replaces another once it is complete.
    package static func draft(of name: String) -> String { "\(name).\(make())\(draftEnding)" }

    /// Whether a name is that of a draft of a file, which a process that was killed may have left.
    package static func isDraft(_ draft: String, of name: String) -> Bool {
        guard draft.hasPrefix("\(name)."), draft.hasSuffix(draftEnding) else { return false }
        return isOne(draft.dropFirst(name.count + 1).dropLast(draftEnding.count))
    }

    private static let draftEnding = ".new"
}
