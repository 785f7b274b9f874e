import AppGroupPlatform

extension AppURL {
    /// The host, or in `inbox://message?id=7` the word after the slashes, percent-decoded; empty if there is none.
    public var host: String {
        guard let authority else { return "" }
        let afterUser = authority.split(atLast: "@").after ?? authority
        if afterUser.utf8.first == UInt8(ascii: "["), let end = afterUser.utf8.firstIndex(of: UInt8(ascii: "]")) {
            return String(afterUser[...end])
        }
        return Self.decoded(afterUser.split(at: ":").before)
    }

    /// The path, percent-decoded, with its leading slash if it has one; empty if there is none.
    public var path: String {
        Self.decoded(hierarchy[(authority?.endIndex ?? hierarchy.startIndex)...])
    }

    /// The query's `name=value` pairs in their order, percent-decoded; a name without `=` has an empty value.
    public var queryItems: [(name: String, value: String)] {
        guard let query = rest.split(at: "#").before.split(at: "?").after else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let (name, value) = Substring(item).split(at: "=")
            return (Self.decoded(name), Self.decoded(value ?? ""))
        }
    }

    /// The first value that the query gives to a name.
    public subscript(query name: String) -> String? {
        queryItems.first { $0.name == name }?.value
    }

    /// The fragment after `#`, percent-decoded; `nil` if there is none.
    public var fragment: String? { rest.split(at: "#").after.map(Self.decoded) }

    /// What follows the scheme's colon.
    private var rest: Substring { description[...].split(at: ":").after ?? "" }

    /// What precedes `?` and `#`: RFC 3986's `hier-part`.
    private var hierarchy: Substring { rest.split(at: "#").before.split(at: "?").before }

    private var authority: Substring? {
        guard hierarchy.utf8.starts(with: "//".utf8) else { return nil }
        return Substring(hierarchy.utf8.dropFirst(2)).split(at: "/").before
    }

    /// Percent-decoding (RFC 3986, section 2.1). A percent sign without two hexadecimal digits stands for itself, and bytes
    /// that are not UTF-8 become U+FFFD.
    private static func decoded(_ text: Substring) -> String {
        String(decoding: PercentEncoding.decoded(text.utf8), as: UTF8.self)
    }
}

/// Cuts at an ASCII byte, not at a `Character`: a combining mark after a delimiter would hide it from the latter.
extension Substring {
    fileprivate func split(at separator: Unicode.Scalar) -> (before: Substring, after: Substring?) {
        split(at: utf8.firstIndex(of: UInt8(ascii: separator)))
    }

    fileprivate func split(atLast separator: Unicode.Scalar) -> (before: Substring, after: Substring?) {
        split(at: utf8.lastIndex(of: UInt8(ascii: separator)))
    }

    private func split(at index: Index?) -> (before: Substring, after: Substring?) {
        guard let index else { return (self, nil) }
        return (self[..<index], self[utf8.index(after: index)...])
    }
}
