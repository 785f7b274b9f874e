/// Paths as text. The byte `/` ends a name, even if a combining character follows it.
public enum Paths {
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

    /// A path as text to show. Each byte that is not UTF-8 is shown by its number, as in `bad\xFF.pdf`.
    ///
    /// - Parameter path: Its bytes; what follows a zero is left out.
    public static func shown(_ path: [CChar]) -> String {
        var text = ""
        var rest = path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))[...]
        while let byte = rest.first {
            // UTF-8 has characters of one to four bytes.
            let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            text += character ?? #"\x"# + String(byte, radix: 16, uppercase: true)
            rest = rest.dropFirst(character?.utf8.count ?? 1)
        }
        return text
    }
}
