import AppGroupPlatform
import ToolSupport

/// A tag in HTML: its name, and where its attributes and its end are (HTML 5, 13.2.5.8).
struct HTMLTag {
    /// Whether this is an end tag.
    let isEnd: Bool

    /// Where the name is.
    let name: Range<Int>

    /// Where the rest of the document begins.
    let end: Int

    private let html: UnsafeBufferPointer<UInt8>

    /// Reads the tag that begins at a `<`; nil if none begins there. A tag without an end reaches to the end of the document.
    init?(_ html: UnsafeBufferPointer<UInt8>, at start: Int) {
        var index = start + 1
        guard index < html.count else { return nil }
        isEnd = html[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        guard index < html.count else { return nil }
        let isDeclaration = html[index] == UInt8(ascii: "!") || html[index] == UInt8(ascii: "?")
        guard html[index].isLetter || isDeclaration else { return nil }
        let first = index
        while index < html.count, html[index].isNameByte || isDeclaration && index == first { index += 1 }
        name = first..<index
        var quote: UInt8?
        var last: UInt8 = 0
        while index < html.count, quote != nil || html[index] != UInt8(ascii: ">") {
            let byte = html[index]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), last == UInt8(ascii: "=") {
                quote = byte
            }
            if !byte.isBlank { last = byte }
            index += 1
        }
        end = min(html.count, index + 1)
        self.html = html
    }

    func isNamed(_ other: StaticString) -> Bool {
        name.count == other.utf8CodeUnitCount && html.has(other, at: name.lowerBound)
    }

    /// Whether the element's contents are not text.
    var isHidden: Bool {
        !isEnd
            && (isNamed("script") || isNamed("style") || isNamed("template") || isNamed("applet") || isNamed("iframe")
                || isNamed("noembed") || isNamed("noframes"))
    }

    /// Where the rest begins after an element whose contents are not text.
    func endOfElement(in html: UnsafeBufferPointer<UInt8>) -> Int {
        var index = end
        while let next = html.firstRange(of: "</", from: index)?.lowerBound {
            let last = next + 2 + name.count
            if last <= html.count,
                zip(name, (next + 2)..<last).allSatisfy({ html[$0].lowercased == html[$1].lowercased }),
                last == html.count || !html[last].isNameByte
            {
                return html.firstIndex(of: UInt8(ascii: ">"), from: last).map { $0 + 1 } ?? html.count
            }
            index = next + 2
        }
        return html.count
    }

    /// Whether text after this tag begins a line.
    var breaksLine: Bool {
        switch html[name.lowerBound].lowercased {
        case UInt8(ascii: "p"): isNamed("p") || isNamed("pre")
        case UInt8(ascii: "b"): isNamed("br") || isNamed("blockquote")
        case UInt8(ascii: "d"): isNamed("div") || isNamed("dt") || isNamed("dd") || isNamed("dl")
        case UInt8(ascii: "h"):
            isNamed("hr") || isNamed("header") || name.count == 2 && 0x31...0x36 ~= html[name.lowerBound + 1]
        case UInt8(ascii: "l"): isNamed("li")
        case UInt8(ascii: "u"): isNamed("ul")
        case UInt8(ascii: "o"): isNamed("ol")
        case UInt8(ascii: "t"): isNamed("tr") || isNamed("table") || isNamed("title")
        case UInt8(ascii: "f"): isNamed("footer") || isNamed("figure") || isNamed("figcaption")
        case UInt8(ascii: "a"): isNamed("article") || isNamed("address") || isNamed("aside")
        case UInt8(ascii: "s"): isNamed("section")
        default: false
        }
    }

    /// Whether text after this tag is in another cell of a table.
    var isCell: Bool { isNamed("td") || isNamed("th") }

    /// The absolute address with `http` or `https` that a link leads to; nil if it leads elsewhere. Letters outside ASCII are
    /// encoded in its host, where some look like other letters, a dot or a slash. Browsers and curl decode them.
    var webAddress: String? {
        var reference: String?
        forEachAttribute { name, value in
            if reference == nil, name.lowercased() == "href" { reference = value }
        }
        return reference.flatMap(Addresses(base: nil).resolvedAtAnyLength).map { address in
            var parts = URLReference(Substring(address))
            parts.authority = parts.authority.map { authority in
                Substring(
                    authority.unicodeScalars.map { $0.isASCII ? String($0) : PercentEncoding.encoded(String($0)) }
                        .joined())
            }
            return parts.text
        }
    }

    /// Calls a function with the name, as it is written, and the value of each attribute.
    func forEachAttribute(_ body: (_ name: String, _ value: String) -> Void) {
        var index = name.upperBound
        let close = end > 0 && html[end - 1] == UInt8(ascii: ">") ? end - 1 : end
        while index < close {
            while index < close, html[index].isBlank || html[index] == UInt8(ascii: "/") { index += 1 }
            let first = index
            while index < close, !html[index].isBlank, html[index] != UInt8(ascii: "=") { index += 1 }
            let name = String(decoding: html[first..<index], as: UTF8.self)
            while index < close, html[index].isBlank { index += 1 }
            guard index < close, html[index] == UInt8(ascii: "=") else {
                if !name.isEmpty { body(name, "") }
                index = name.isEmpty ? index + 1 : index
                continue
            }
            index += 1
            while index < close, html[index].isBlank { index += 1 }
            let quote = index < close && (html[index] == UInt8(ascii: "\"") || html[index] == UInt8(ascii: "'"))
            let start = quote ? index + 1 : index
            let mark = quote ? html[index] : 0
            index = start
            while index < close, quote ? html[index] != mark : !html[index].isBlank { index += 1 }
            let value = UnsafeBufferPointer(rebasing: html[start..<index])
            body(name, FeedText.decodingEntities(value))
            if quote { index += 1 }
        }
    }
}
