/// Well-formed XML, as far as possible, from what isn't.
///
/// Libraries give up or lose text where feeds are usually damaged. This mends it: a bare `&` or `<` is text, names of HTML's
/// characters become those characters, control characters become pictures of them, end tags that are missing or wrong are
/// put right, and the document type is left out. A document that ends in the middle still does so.
struct RepairedXML {
    private(set) var result: [UInt8] = []
    private let source: UnsafeBufferPointer<UInt8>

    /// The names of the elements that are open.
    private var open: [Range<Int>] = []

    /// Simple entities that the document type declares.
    private var entities: [String: String] = [:]

    /// How many entities the document type declares, simple or not. Only the first 200 count.
    private var declarations = 0

    /// How many bytes entities have stood for so far, and the most that they may. Beyond that, they stay as they are.
    private var expanded = 0
    private static let mostExpanded = 1 << 20

    /// The most elements inside each other; deeper ones lose their tags.
    private static let deepest = 100

    static func repair(_ source: [UInt8]) -> [UInt8] {
        source.withUnsafeBufferPointer { source in
            var repair = RepairedXML(source)
            repair.run()
            return repair.result
        }
    }

    private init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        result.reserveCapacity(source.count + source.count / 8)
    }

    private mutating func run() {
        // Messages of a server may precede the document.
        var index = source.firstIndex(of: UInt8(ascii: "<"), from: 0) ?? source.count
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: "<"): index = markup(at: index)
            case UInt8(ascii: "&"): index = reference(at: index)
            default:
                append(source[index])
                index += 1
            }
        }
    }

    private mutating func append(_ byte: UInt8) {
        switch byte {
        case 0x20..., 0x0A, 0x09, 0x0D: result.append(byte)
        // The picture of a control character (Unicode, 2400).
        default: result += [0xE2, 0x90, 0x80 + byte]
        }
    }

    private mutating func append(escaped text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            default: append(byte)
            }
        }
    }

    // MARK: - References

    private mutating func reference(at start: Int) -> Int {
        if let (scalar, end) = HTMLEntity.read(source, at: start) {
            append(escaped: scalar.utf8)
            return end
        }
        if !entities.isEmpty, let end = source[start..<min(source.count, start + 64)].firstIndex(of: UInt8(ascii: ";")),
            let value = entities[String(decoding: source[(start + 1)..<end], as: UTF8.self)],
            expanded + value.utf8.count <= Self.mostExpanded
        {
            expanded += value.utf8.count
            append(escaped: value.utf8)
            return end + 1
        }
        result += "&amp;".utf8
        return start + 1
    }

    // MARK: - Markup

    private mutating func markup(at start: Int) -> Int {
        if source.has("<![CDATA[", at: start) { return characterData(at: start) }
        if source.has("<!--", at: start) {
            return source.firstRange(of: "-->", from: start + 4)?.upperBound ?? source.count
        }
        if source.has("<!DOCTYPE", at: start) { return documentType(at: start) }
        guard let tag = HTMLTag(source, at: start) else {
            result += "&lt;".utf8
            return start + 1
        }
        guard source[tag.end - 1] == UInt8(ascii: ">") else { return source.count }
        let first = source[tag.name.lowerBound]
        if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { return tag.end }
        if tag.isEnd { close(tag) } else { begin(tag) }
        return tag.end
    }

    private mutating func characterData(at start: Int) -> Int {
        guard let end = source.firstRange(of: "]]>", from: start + 9) else { return source.count }
        append(escaped: source[(start + 9)..<end.lowerBound])
        return end.upperBound
    }

    private mutating func begin(_ tag: HTMLTag) {
        guard open.count < Self.deepest else { return }
        if isItem(tag.name), let index = open.lastIndex(where: isItem) { close(to: index) }
        let isEmpty = tag.end - 2 >= tag.name.upperBound && source[tag.end - 2] == UInt8(ascii: "/")
        result.append(UInt8(ascii: "<"))
        result += source[tag.name]
        var seen: Set<String> = []
        tag.forEachAttribute { name, value in
            guard name.utf8.first.map({ $0.isLetter || $0 == UInt8(ascii: "_") }) == true,
                name.utf8.allSatisfy(\.isNameByte), seen.insert(name).inserted
            else { return }
            result += " \(name)=\"".utf8
            append(escaped: value.utf8)
            result.append(UInt8(ascii: "\""))
        }
        result += (isEmpty ? "/>" : ">").utf8
        if !isEmpty { open.append(tag.name) }
    }

    private mutating func close(_ tag: HTMLTag) {
        // An element that was never opened has no end.
        if let index = open.lastIndex(where: { isSame($0, tag.name) }) { close(to: index) }
    }

    private mutating func close(to index: Int) {
        for name in open[index...].reversed() {
            result += "</".utf8
            result += source[name]
            result.append(UInt8(ascii: ">"))
        }
        open.removeSubrange(index...)
    }

    private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { source[$0].lowercased == source[$1].lowercased }
    }

    private func isItem(_ name: Range<Int>) -> Bool {
        name.count == 4 && source.has("item", at: name.lowerBound)
            || name.count == 5 && source.has("entry", at: name.lowerBound)
    }

    // MARK: - The document type

    /// Leaves the document type out, and keeps its entities that stand for text without other entities in it.
    private mutating func documentType(at start: Int) -> Int {
        var (index, quote, depth) = (start, UInt8(0), 0)
        while index < source.count {
            let byte = source[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if source.has("<!--", at: index), index > start {
                index = source.firstRange(of: "-->", from: index)?.lowerBound ?? source.count
            } else if source.has("<!ENTITY", at: index) {
                declareEntity(at: index + 8)
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "]") {
                depth -= 1
            } else if byte == UInt8(ascii: ">"), depth <= 0 {
                return index + 1
            }
            index += 1
        }
        return source.count
    }

    private mutating func declareEntity(at start: Int) {
        declarations += 1
        guard declarations <= 200 else { return }
        let text = String(decoding: source[start..<min(source.count, start + 400)], as: UTF8.self)
        guard let match = text.prefixMatch(of: /\s+([A-Za-z_][\w.-]*)\s+(?:"([^"&<%]*)"|'([^'&<%]*)')/)
        else { return }
        let name = String(match.1)
        if entities[name] == nil { entities[name] = String(match.2 ?? match.3 ?? "") }
    }
}
