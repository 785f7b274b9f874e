extension String {
    /// How many columns of a terminal this text takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text in exactly so many columns: cut, or filled up with spaces.
    func fitted(to width: Int) -> String {
        let text = cut(to: width)
        return text + String(repeating: " ", count: width - text.columns)
    }

    /// The text in at most so many columns, an ellipsis at its end where something is missing.
    func cut(to width: Int) -> String {
        if columns <= width { return self }
        var result = ""
        var room = width - 1
        for character in self {
            room -= character.columns
            if room < 0 { break }
            result.append(character)
        }
        return width > 0 ? result + "…" : ""
    }
}

extension Character {
    /// An emoji takes two columns whatever it is composed of, and anything else what its parts take.
    fileprivate var columns: Int {
        let isEmoji = unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
        return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
    }
}

extension Unicode.Scalar {
    /// 0 for what joins the letter before it, 2 for what is Wide or Fullwidth, else 1 (UAX #11, EastAsianWidth.txt).
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return switch value {
        case 0x1160...0x11FF: 0
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF: 2
        case 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F: 2
        case 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF: 2
        case 0x20000...0x3FFFD: 2
        default: 1
        }
    }
}
