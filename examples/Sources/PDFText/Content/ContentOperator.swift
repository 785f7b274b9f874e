/// The content operators that affect text and the ruled lines around it. All others are ``other``.
enum ContentOperator {
    case save, restore, concatenate, form
    case beginText, endText, move, moveSettingLeading, setMatrix, nextLine
    case show, showArray, showOnNextLine, showOnNextLineSpaced
    case characterSpace, wordSpace, scale, leading, rise, renderMode, font
    case moveTo, lineTo, curveTo, closePath, rectangle, paint, fill, closeAndPaint, endPath
    case beginMark, endMark
    case inlineImage, color, shading, graphicsState, other

    /// The operator with this name; nil if there is none.
    @inline(__always)
    static func named(_ word: Keyword) -> ContentOperator? { table[word] }

    private static let table = OperatorTable([
        "q": .save, "Q": .restore, "cm": .concatenate, "Do": .form,
        "BT": .beginText, "ET": .endText, "Td": .move, "TD": .moveSettingLeading, "Tm": .setMatrix,
        "T*": .nextLine, "Tj": .show, "TJ": .showArray, "'": .showOnNextLine, "\"": .showOnNextLineSpaced,
        "Tc": .characterSpace, "Tw": .wordSpace, "Tz": .scale, "TL": .leading, "Ts": .rise, "Tr": .renderMode,
        "Tf": .font, "ID": .inlineImage,
        "m": .moveTo, "l": .lineTo, "c": .curveTo, "v": .curveTo, "y": .curveTo, "h": .closePath, "re": .rectangle,
        "S": .paint, "f": .fill, "F": .fill, "f*": .fill, "B": .fill, "B*": .fill,
        "BMC": .beginMark, "BDC": .beginMark, "EMC": .endMark,
        "s": .closeAndPaint, "b": .closeAndPaint, "b*": .closeAndPaint, "n": .endPath,
        "BI": .other, "BX": .other,
        "CS": .other, "cs": .other, "d": .other, "d0": .other, "d1": .other, "DP": .other, "EI": .other,
        "EX": .other, "G": .other, "g": .other, "gs": .graphicsState,
        "i": .other, "j": .other, "J": .other, "K": .other, "k": .other,
        "M": .other, "MP": .other, "RG": .other, "rg": .other, "ri": .other,
        "SC": .other, "sc": .other, "SCN": .color, "scn": .color, "sh": .shading,
        "w": .other, "W": .other, "W*": .other, "true": .other, "false": .other, "null": .other,
    ])
}

/// A hash table of operators by name. It is faster than a dictionary, which matters because content is mostly operators.
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
