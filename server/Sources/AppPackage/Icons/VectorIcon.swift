/// What makes bytes an SVG image that a package may bring: UTF-8, no document type, and `svg` as the root element.
///
/// Without a document type there are no entities, which can make a viewer write out a text of any length. Scripts are not
/// looked for: an image element runs none, and whoever serves such a file by itself must forbid them.
enum VectorIcon {
    static func check(_ bytes: [UInt8], named name: String) throws(PackageError) {
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .icon(name, "it is not text in UTF-8")
        }
        var rest = text.utf8[...]
        if rest.starts(with: "\u{FEFF}".utf8) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if rest.starts(with: "<?".utf8) {
                rest = try Self.rest(of: rest.dropFirst(2), after: "?>", named: name)
            } else if rest.starts(with: "<!--".utf8) {
                rest = try Self.rest(of: rest.dropFirst(4), after: "-->", named: name)
            } else {
                break
            }
        }
        guard !rest.starts(with: "<!".utf8) else { throw .icon(name, "it has a document type; leave that out") }
        guard rest.starts(with: "<svg".utf8), let next = rest.dropFirst(4).first,
            [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(next)
        else { throw .icon(name, "its root element is not svg") }
    }

    private static func rest(
        of text: Substring.UTF8View, after mark: String, named name: String
    ) throws(PackageError) -> Substring.UTF8View {
        var rest = text
        while !rest.starts(with: mark.utf8) {
            guard rest.popFirst() != nil else { throw .icon(name, "a comment or instruction in it does not end") }
        }
        return rest.dropFirst(mark.utf8.count)
    }
}
