/// The operators of content that bear on text; all others that there are, are ``other``.
enum ContentOperator {
    case save, restore, concatenate, form
    case beginText, endText, move, moveSettingLeading, setMatrix, nextLine
    case show, showArray, showOnNextLine, showOnNextLineSpaced
    case characterSpace, wordSpace, scale, leading, rise, font
    case inlineImage, other

    static let all: [Keyword: ContentOperator] = {
        var all: [Keyword: ContentOperator] = [
            "q": .save, "Q": .restore, "cm": .concatenate, "Do": .form,
            "BT": .beginText, "ET": .endText, "Td": .move, "TD": .moveSettingLeading, "Tm": .setMatrix,
            "T*": .nextLine, "Tj": .show, "TJ": .showArray, "'": .showOnNextLine, "\"": .showOnNextLineSpaced,
            "Tc": .characterSpace, "Tw": .wordSpace, "Tz": .scale, "TL": .leading, "Ts": .rise, "Tf": .font,
            "ID": .inlineImage,
        ]
        let others =
            "b B b* B* BDC BI BMC BX c CS cs d d0 d1 DP EI EMC EX f F f* G g gs h i j J K k l m M MP n re RG rg ri s S SC sc "
            + "SCN scn sh Tr v w W W* y true false null"
        for other in others.split(separator: " ") { all[Keyword(Array(other.utf8))] = .other }
        return all
    }()
}
