/// The one rule about characters that are not drawn: where they may be in names, paths and URLs, and where they are
/// shown by their number instead.
///
/// Two texts that differ only in such characters look the same, so they are allowed only where they change what is
/// drawn: joiners in the scripts that need them, and in emoji; selectors after characters that have variants; the tags
/// in three flags. `docs/threat-model.md` lists these places.
package enum InvisibleCharacters {
    /// Whether the character at an index is invisible and has no effect there.
    package static func isHidden(at index: Int, of text: [Unicode.Scalar]) -> Bool {
        text[index].isInvisible && !isNeeded(at: index, of: text)
    }

    private static func isNeeded(at index: Int, of text: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return false }
        let previous = text[index - 1]
        let next = index + 1 < text.count ? text[index + 1] : nil
        switch text[index].value {
        case 0x200C:  // ZERO WIDTH NON-JOINER, RFC 5892 A.1
            return isVirama(previous) || partsLetters(at: index, of: text)
        case 0x200D:  // ZERO WIDTH JOINER, RFC 5892 A.2
            return isVirama(previous) || joinsEmoji(at: index, of: text) || keepsForm(of: previous, before: next)
        case 0x180B...0x180D, 0x180F:  // variants of Mongolian letters
            return isMongolian(previous)
        case 0x180E:  // MONGOLIAN VOWEL SEPARATOR, before a final A or E
            return isMongolian(previous) && (next == "\u{1820}" || next == "\u{1821}")
        case 0x2800:  // a blank between two Braille cells
            return isBrailleCell(previous) && next.map(isBrailleCell) ?? false
        case 0xFE00...0xFE0D:
            return hasVariants(previous)
        case 0xFE0E, 0xFE0F:  // the plain and the colorful form of an emoji
            return previous.isASCII
                ? previous.properties.isEmoji && next == "\u{20E3}" : previous.properties.isEmoji
        case 0xE0020...0xE007F:
            return isInFlag(at: index, of: text)
        case 0xE0100...0xE01EF:
            return previous.properties.isIdeographic
        default:
            return false
        }
    }

    // MARK: - Letters

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }

    /// Whether the letters around an index, apart from marks, would be joined otherwise.
    private static func partsLetters(at index: Int, of text: [Unicode.Scalar]) -> Bool {
        guard let before = text[..<index].last(where: { !isMark($0) }),
            let after = text[(index + 1)...].first(where: { !isMark($0) })
        else { return false }
        return JoiningLetters.toNext.contains(before) && JoiningLetters.toPrevious.contains(after)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Whether a joiner before a virama keeps the form of the letter before it: RA in Bengali and Kannada, any consonant
    /// in Sinhala (The Unicode Standard, chapters 12 and 13).
    private static func keepsForm(of letter: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch letter.value {
        case 0x09B0: next == "\u{9CD}"
        case 0x0CB0: next == "\u{CCD}"
        case 0x0D9A...0x0DC6: next == "\u{DCA}"
        default: false
        }
    }

    private static func isMongolian(_ scalar: Unicode.Scalar) -> Bool { 0x1820...0x18AA ~= scalar.value }

    private static func isBrailleCell(_ scalar: Unicode.Scalar) -> Bool { 0x2801...0x28FF ~= scalar.value }

    /// Whether Unicode has variants of a character other than emoji: ideographs, symbols, punctuation of East Asia, and
    /// letters of Myanmar, Phags-pa, Manichaean and hieroglyphs.
    private static func hasVariants(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x7F: return false
        case 0x1000...0x109F, 0xA840...0xA877, 0xAA60...0xAA7F, 0x10AC0...0x10AF0, 0x13000...0x1342F: return true
        default: break
        }
        guard !scalar.properties.isIdeographic else { return true }
        switch scalar.properties.generalCategory {
        case .mathSymbol, .otherSymbol: return true
        case .otherPunctuation: return scalar.value >= 0x3000
        default: return false
        }
    }

    // MARK: - Emoji

    private static func joinsEmoji(at index: Int, of text: [Unicode.Scalar]) -> Bool {
        let isAfterSelector = text[index - 1] == "\u{FE0F}" && index > 1
        guard index + 1 < text.count, isEmoji(text[isAfterSelector ? index - 2 : index - 1]) else { return false }
        let after = text[index + 1]
        return isEmoji(after) && !after.properties.isEmojiModifier && !(0x1F1E6...0x1F1FF ~= after.value)
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { !scalar.isASCII && scalar.properties.isEmoji }

    /// Whether a tag is part of the flag of England, Scotland or Wales, the RGI_Emoji_Tag_Sequence of UTS #51: a black
    /// flag followed by a region in tags.
    private static func isInFlag(at index: Int, of text: [Unicode.Scalar]) -> Bool {
        guard let flag = text[max(0, index - 6)..<index].lastIndex(of: "\u{1F3F4}") else { return false }
        let tags = text[(flag + 1)...].prefix(6).map { $0.value &- 0xE0000 }
        return ["gbeng", "gbsct", "gbwls"].contains { tags == $0.unicodeScalars.map(\.value) + [0x7F] }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is not drawn, so that different texts may look the same: default ignorables (UAX #44),
    /// interlinear annotation, noncharacters, the blank of Braille, and a note without a head.
    package var isInvisible: Bool {
        switch value {
        case 0..<0xAD: false
        case 0x2800, 0xFFF9...0xFFFB, 0x1D159: true
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }
}
