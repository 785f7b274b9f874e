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
}
