import AppGroupText

/// Untrusted text, made plain and harmless.
///
/// Characters that only change the direction or the width of what stands beside them are left out: news and mail are full of
/// them, and nobody misses them. Control characters are shown as `SafeText` shows them, such as `␛`.
enum FeedText {
    /// The text in one line: blanks at the ends are left out, and all others become one space.
    static func line(_ text: String) -> String {
        var text = text
        return text.withUTF8 { line($0) }
    }

    static func line(_ text: UnsafeBufferPointer<UInt8>, limit: Int = 4096) -> String {
        joined(HTMLText.lines(text, limit: limit))
    }

    /// The text of HTML in one line.
    static func line(html: UnsafeBufferPointer<UInt8>, limit: Int = 4096) -> String {
        joined(HTMLText.plain(html, limit: limit))
    }

    /// The text of HTML, each paragraph in a line.
    ///
    /// - Parameter showsLinks: Whether the address of a link follows its text.
    static func lines(html: UnsafeBufferPointer<UInt8>, limit: Int, showsLinks: Bool = false) -> String {
        harmless(HTMLText.plain(html, limit: limit, showsLinks: showsLinks))
    }

    /// Text without markup, with its lines.
    static func lines(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
        harmless(HTMLText.lines(text, limit: limit))
    }

    /// An attribute of HTML with characters in place of their names, not yet harmless.
    static func decodingEntities(_ html: UnsafeBufferPointer<UInt8>) -> String {
        guard html.contains(UInt8(ascii: "&")) else { return html.string }
        var result: [UInt8] = []
        var index = 0
        while index < html.count {
            if html[index] == UInt8(ascii: "&"), let (scalar, end) = HTMLEntity.read(html, at: index) {
                result += scalar.utf8
                index = end
            } else {
                result.append(html[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether text that doesn't say what it is looks like HTML: it has an end tag or the name of a character.
    static func looksLikeHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        var tagsEnd = true
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "&"): if HTMLEntity.read(text, at: index) != nil { return true }
            case UInt8(ascii: "<"):
                if text.has("<!--", at: index) { return true }
                if !tagsEnd { break }
                if let tag = HTMLTag(text, at: index) {
                    if isUsual(tag, text) { return true }
                    // The inside of this tag is not looked at again.
                    tagsEnd = text[tag.end - 1] == UInt8(ascii: ">")
                    if tagsEnd { index = tag.end - 1 }
                }
            default: break
            }
            index += 1
        }
        return false
    }

    /// Whether a tag, in a text of unknown kind, looks as if its author meant it as a tag, unlike that in `Vec<T>`.
    private static func isUsual(_ tag: HTMLTag, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text[tag.end - 1] == UInt8(ascii: ">") else { return false }
        return tag.isEnd || text[tag.name.upperBound..<tag.end].contains(UInt8(ascii: "="))
            || HTMLTag.usual.contains(String(decoding: text[tag.name], as: UTF8.self).lowercased())
    }

    private static func joined(_ text: [UInt8]) -> String {
        harmless(text.contains(0x0A) ? text.map { $0 == 0x0A ? 0x20 : $0 } : text)
    }

    private static func harmless(_ text: [UInt8]) -> String {
        if isPlain(text) { return String(decoding: text, as: UTF8.self) }
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where !isLeftOut(scalar) {
            switch scalar {
            case "\u{A0}": scalars.append(" ")
            case "\u{2028}", "\u{2029}": scalars.append("\n")
            default: scalars.append(scalar)
            }
        }
        return String(scalars).split(separator: "\n").map { SafeText(String($0)).description }.joined(separator: "\n")
    }

    /// Marks of direction, embeddings, overrides and isolates (UAX #9), and characters without a width.
    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFF9...0xFFFB:
            true
        default: false
        }
    }

    /// Whether this is a line of ASCII in which nothing can be markup, a blank that has to go or a character that does harm.
    static func isPlainLine(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            guard 0x20...0x7E ~= byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&"), byte | last != 0x20 else {
                return false
            }
            last = byte
        }
        return true
    }

    /// Whether every character is visibly harmless. Most text is, so this looks only at its bytes: letters of Europe, ideographs
    /// and the usual punctuation.
    private static func isPlain(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            var index = 0
            while index < text.count {
                let byte = text[index]
                let next = index + 1 < text.count ? text[index + 1] : 0
                switch byte {
                case 0x20...0x7E, 0x0A: index += 1
                case 0xC2 where next > 0xA0 && next != 0xAD: index += 2  // Latin-1
                case 0xC3...0xCA, 0xCE...0xD1, 0xD3...0xD4: index += 2  // Latin, Greek, Cyrillic
                case 0xD2 where next >= 0x8A: index += 2
                case 0xE2 where next == 0x80:  // dashes, quotation marks, bullets, an ellipsis
                    let last = index + 2 < text.count ? text[index + 2] : 0
                    guard 0x90...0xA7 ~= last || 0xB0...0xBF ~= last else { return false }
                    index += 3
                case 0xE2 where 0x82...0x86 ~= next && next != 0x83: index += 3  // currencies, signs, arrows
                case 0xE4...0xE9, 0xEB, 0xEC: index += 3  // ideographs, Hangul
                case 0xE3 where next >= 0x82 || next == 0x81: index += 3  // kana
                default: return false
                }
            }
            return true
        }
    }
}

extension HTMLTag {
    /// Elements that occur in titles without an end tag.
    fileprivate static let usual: Set<String> = ["br", "img", "hr", "p", "wbr"]
}

/// The text of HTML from a stranger, such as a mail.
public enum PageText {
    /// Plain and harmless text, each paragraph in a line. Markup, scripts and addresses of images are left out.
    ///
    /// - Parameters:
    ///   - limit: The most bytes of text.
    ///   - showsLinks: Whether the address of a link to the web follows its text, as in `the report <https://example.org/report>`.
    public static func of(html: String, limit: Int, showsLinks: Bool) -> String {
        var html = html
        return html.withUTF8 { FeedText.lines(html: $0, limit: limit, showsLinks: showsLinks) }
    }
}
