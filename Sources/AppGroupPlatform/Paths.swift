/// Paths as text. What ends a name is the byte `/`, whatever combining character comes after it.
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
