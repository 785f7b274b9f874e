/// A URL or a relative reference, in its parts (RFC 3986, 4.1).
struct URLReference {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    /// Takes any text apart (RFC 3986, appendix B).
    init(_ text: Substring) {
        var rest = text
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = rest[rest.utf8.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
            let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[start..<end]
            rest = rest[end...]
        }
        path = rest
    }

    private static func isScheme(_ text: Substring) -> Bool {
        text.utf8.first?.isLetter == true
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// The parts put together again (RFC 3986, 5.3).
    var text: String {
        var result = ""
        if let scheme { result += "\(scheme):" }
        if let authority { result += "//\(authority)" }
        result += path
        if let query { result += "?\(query)" }
        if let fragment { result += "#\(fragment)" }
        return result
    }

    /// This reference as seen from a base (RFC 3986, 5.2.2).
    func resolved(from base: URLReference) -> URLReference {
        var result = self
        if let scheme, !(scheme == base.scheme && authority == nil && !path.hasPrefix("/") && base.authority != nil) {
            result.path = Self.withoutDots(path)
            return result
        }
        result.scheme = base.scheme
        if authority != nil {
            result.path = Self.withoutDots(path)
            return result
        }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            result.query = query ?? base.query
        } else if path.hasPrefix("/") {
            result.path = Self.withoutDots(path)
        } else {
            let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] }
            let start = folder.map(String.init) ?? (base.authority == nil ? "" : "/")
            result.path = Self.withoutDots(Substring(start + path))
        }
        return result
    }

    /// A path without the segments `.` and `..` (RFC 3986, 5.2.4).
    private static func withoutDots(_ path: Substring) -> Substring {
        guard path.utf8.contains(UInt8(ascii: ".")), path.hasPrefix("/") else { return path }
        var segments: [Substring] = []
        let pieces = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            switch piece {
            case ".": if isLast { segments.append("") }
            case "..":
                _ = segments.popLast()
                if isLast { segments.append("") }
            default: segments.append(piece)
            }
        }
        return Substring("/" + segments.joined(separator: "/"))
    }
}
