/// Paths as text.
package enum Paths {
    package static func parent(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        let parent = withoutTrailingSlashes(trimmed[..<slash])
        return parent.isEmpty ? "/" : String(parent)
    }

    static func lastComponent(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        return trimmed.lastIndex(of: "/").map { String(trimmed[trimmed.index(after: $0)...]) } ?? String(trimmed)
    }

    static func withoutTrailingSlashes(_ path: some StringProtocol) -> Substring {
        var result = Substring(path)
        while result.count > 1, result.last == "/" { result.removeLast() }
        return result
    }
}
