/// The operators of content that bear on text; all others that there are, are ``other``.
enum ContentOperator {
    case save, restore, concatenate, form
    case beginText, endText, move, moveSettingLeading, setMatrix, nextLine
    case show, showArray, showOnNextLine, showOnNextLineSpaced
    case characterSpace, wordSpace, scale, leading, rise, font
    case inlineImage, other

    /// The operator that a word is; nil where it is none.
    @inline(__always)
    static func named(_ word: Keyword) -> ContentOperator? { table[word] }

    private static let table = OperatorTable([
        "q": .save, "Q": .restore, "cm": .concatenate, "Do": .form,
        "BT": .beginText, "ET": .endText, "Td": .move, "TD": .moveSettingLeading, "Tm": .setMatrix,
        "T*": .nextLine, "Tj": .show, "TJ": .showArray, "'": .showOnNextLine, "\"": .showOnNextLineSpaced,
        "Tc": .characterSpace, "Tw": .wordSpace, "Tz": .scale, "TL": .leading, "Ts": .rise, "Tf": .font,
        "ID": .inlineImage,
        "b": .other, "B": .other, "b*": .other, "B*": .other, "BDC": .other, "BI": .other, "BMC": .other, "BX": .other,
        "c": .other, "CS": .other, "cs": .other, "d": .other, "d0": .other, "d1": .other, "DP": .other, "EI": .other,
        "EMC": .other, "EX": .other, "f": .other, "F": .other, "f*": .other, "G": .other, "g": .other, "gs": .other,
        "h": .other, "i": .other, "j": .other, "J": .other, "K": .other, "k": .other, "l": .other, "m": .other,
        "M": .other, "MP": .other, "n": .other, "re": .other, "RG": .other, "rg": .other, "ri": .other, "s": .other,
        "S": .other, "SC": .other, "sc": .other, "SCN": .other, "scn": .other, "sh": .other, "Tr": .other, "v": .other,
        "w": .other, "W": .other, "W*": .other, "y": .other, "true": .other, "false": .other, "null": .other,
    ])
}

/// Operators by their words, faster than a dictionary: content is little but these.
private struct OperatorTable {
    private var slots = [(word: Keyword, operation: ContentOperator)?](repeating: nil, count: 256)

    init(_ operators: KeyValuePairs<Keyword, ContentOperator>) {
        for (word, operation) in operators {
            var slot = word.slot
            while slots[slot] != nil { slot = (slot + 1) & 255 }
            slots[slot] = (word, operation)
        }
    }

    subscript(word: Keyword) -> ContentOperator? {
        var slot = word.slot
        while let found = slots[slot] {
            if found.word == word { return found.operation }
            slot = (slot + 1) & 255
        }
        return nil
    }
}

extension Keyword {
    fileprivate var slot: Int { Int((bits &* 0x9E37_79B9_7F4A_7C15) >> 56) }
}
