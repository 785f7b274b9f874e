import ToolSupport

/// Plain text from HTML: without tags, comments, scripts and styles, with characters in place of their names.
///
/// Blanks are collapsed. Each paragraph, list item and row begins a line. Broken HTML is read as far as possible: a `<` that
/// begins no tag is text.
struct HTMLText {
    /// The text so far, in UTF-8.
    private(set) var result: [UInt8] = []

    /// The most bytes of text.
    private let limit: Int
    private var gap = Gap.none

    /// Whether no comment ends from here on.
    private var lacksCommentEnd = false

    /// Whether the address of a link follows its text.
    private let showsLinks: Bool

    /// Where the link that is being read leads, and where its text begins.
    private var link: (address: String, start: Int)?

    /// The blank that comes before the next text.
    private enum Gap: Int { case none, space, line }

    init(limit: Int, showsLinks: Bool = false) { (self.limit, self.showsLinks) = (limit, showsLinks) }

    /// The plain text of some HTML.
    static func plain(_ html: UnsafeBufferPointer<UInt8>, limit: Int, showsLinks: Bool = false) -> [UInt8] {
        var text = HTMLText(limit: limit, showsLinks: showsLinks)
        text.result.reserveCapacity(min(limit, html.count))
        text.read(html)
        text.endLink()
        return text.wholeCharacters
    }

    /// The plain text of text without markup: its blanks are collapsed, and its lines stay.
    static func lines(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8] {
        var result = HTMLText(limit: limit)
        result.result.reserveCapacity(min(limit, text.count))
        var index = 0
        while index < text.count {
            if text[index] == 0x0A {
                result.widen(.line)
                index += 1
            } else {
                index = result.takeRun(text, at: index)
            }
        }
        return result.wholeCharacters
    }

    /// The text without a last character that the limit cut in two.
    private var wholeCharacters: [UInt8] {
        guard result.count >= limit, let start = result.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return result }
        let length = result[start] < 0x80 ? 1 : result[start] < 0xE0 ? 2 : result[start] < 0xF0 ? 3 : 4
        return result.count - start < length ? Array(result[..<start]) : result
    }

    private mutating func read(_ html: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < html.count, result.count < limit {
            switch html[index] {
            case UInt8(ascii: "<"): index = readTag(html, at: index)
            case UInt8(ascii: "&"): index = readEntity(html, at: index)
            default: index = takeRun(html, at: index)
            }
        }
    }

    /// Takes what follows a position, up to the next character that HTML may give a meaning, or the next blank that is not a
    /// single space between two words.
    /// - Returns: Where the rest begins, which is after the position.
    private mutating func takeRun(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        guard !text[start].isBlank else {
            widen(.space)
            return start + 1
        }
        var end = start + 1
        while end < text.count {
            let byte = text[end]
            end += 1
            // Every letter comes after "<", so one comparison sorts out most of the bytes that don't matter.
            if byte > UInt8(ascii: "<") { continue }
            let isSingleSpace = byte == 0x20 && end < text.count && text[end] > 0x20 && !Self.isMarkup(text[end])
            if byte <= 0x20 && !isSingleSpace || Self.isMarkup(byte) {
                end -= 1
                break
            }
        }
        guard result.count < limit else { return end }
        fill()
        let last = min(end, start + max(1, limit - result.count))
        result.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<last]))
        return end
    }

    @inline(__always) private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
    }

    @inline(__always) private mutating func take(_ byte: UInt8) {
        if byte.isBlank {
            widen(.space)
        } else if result.count < limit {
            fill()
            result.append(byte)
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        guard scalar != "\u{A0}" else { return widen(.space) }
        for byte in scalar.utf8 { take(byte) }
    }

    private mutating func widen(_ wider: Gap) {
        if wider.rawValue > gap.rawValue { gap = wider }
    }

    @inline(__always) private mutating func fill() {
        guard gap != .none else { return }
        if !result.isEmpty { result.append(gap == .line ? 0x0A : 0x20) }
        gap = .none
    }

    /// Reads a tag, a comment or a lonely `<`, and returns where the rest begins.
    private mutating func readTag(_ html: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        if html.has("<!--", at: start) {
            if !lacksCommentEnd, let end = html.firstRange(of: "-->", from: start + 4)?.upperBound { return end }
            // A comment without an end would hide the rest.
            lacksCommentEnd = true
            return html.firstIndex(of: UInt8(ascii: ">"), from: start).map { $0 + 1 } ?? html.count
        }
        guard let tag = HTMLTag(html, at: start) else {
            take(html[start])
            return start + 1
        }
        if tag.isHidden { return tag.endOfElement(in: html) }
        if showsLinks, tag.isNamed("a") {
            endLink()
            if !tag.isEnd { link = tag.webAddress.map { ($0, result.count) } }
        }
        if tag.breaksLine { widen(.line) } else if tag.isCell { widen(.space) }
        return tag.end
    }

    /// Writes the address of a link after its text, such as `the report <https://example.org/report>`, unless it has no text, or
    /// its text is the address.
    private mutating func endLink() {
        guard let (address, start) = link else { return }
        link = nil
        let text = String(decoding: result[start...], as: UTF8.self).trimmed
        guard !text.isEmpty, !Self.isAddress(text, address) else { return }
        let following = gap
        gap = .space
        for byte in "<\(address)>".utf8 { take(byte) }
        widen(following)
    }

    /// Whether the text of a link is its address, perhaps without the scheme or the last slash.
    private static func isAddress(_ text: String, _ address: String) -> Bool {
        let withoutScheme = String(address.drop { $0 != "/" }.drop { $0 == "/" })
        return [address, withoutScheme].contains { $0 == text || $0 == text + "/" }
    }

    private mutating func readEntity(_ html: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        guard let (scalar, end) = HTMLEntity.read(html, at: start) else {
            take(html[start])
            return start + 1
        }
        take(scalar)
        return end
    }
}

/// A character that HTML writes by its name or its number.
enum HTMLEntity {
    /// Reads the character that an `&` begins, and returns it with where the rest begins; nil if the `&` is just that.
    static func read(_ html: UnsafeBufferPointer<UInt8>, at start: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        var index = start + 1
        if index < html.count, html[index] == UInt8(ascii: "#") { return readNumber(html, at: index + 1) }
        let last = min(html.count, index + HTMLEntities.longestName)
        while index < last, html[index].isLetter || html[index].isDigit { index += 1 }
        guard index < html.count, html[index] == UInt8(ascii: ";") else { return nil }
        let name = String(decoding: html[(start + 1)..<index], as: UTF8.self)
        return HTMLEntities.characters[name].map { ($0, index + 1) }
    }

    private static func readNumber(_ html: UnsafeBufferPointer<UInt8>, at start: Int) -> (Unicode.Scalar, Int)? {
        let isHexadecimal = start < html.count && html[start].lowercased == UInt8(ascii: "x")
        var index = isHexadecimal ? start + 1 : start
        let first = index
        var number: UInt32 = 0
        while index < html.count, let digit = Character(Unicode.Scalar(html[index])).hexDigitValue,
            isHexadecimal || digit < 10
        {
            number = min(0x11_0000, number * (isHexadecimal ? 16 : 10) + UInt32(digit))
            index += 1
        }
        guard index > first else { return nil }
        if index < html.count, html[index] == UInt8(ascii: ";") { index += 1 }
        return (HTMLEntities.character(numbered: number), index)
    }
}
