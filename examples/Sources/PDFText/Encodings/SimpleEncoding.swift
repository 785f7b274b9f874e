/// The encodings that a simple font can name, with one character for each of 256 codes (ISO 32000-1, annex D).
enum SimpleEncoding {
    case standard, winAnsi, macRoman, symbol, dingbats

    init?(_ name: String?) {
        switch name {
        case "StandardEncoding": self = .standard
        case "WinAnsiEncoding": self = .winAnsi
        case "MacRomanEncoding": self = .macRoman
        default: return nil
        }
    }

    /// The text of all codes; nil for a code without one.
    var texts: [String?] { characters.map { $0.map { String($0) } } }

    /// The characters of all codes; nil for a code without one.
    var characters: [Unicode.Scalar?] {
        let high: String
        var low = (0..<128).map { code in code < 32 || code == 127 ? nil : Unicode.Scalar(UInt8(code)) }
        switch self {
        case .standard:
            high = Self.standardHigh
            low[0x27] = "\u{2019}"
            low[0x60] = "\u{2018}"
        case .winAnsi: high = Self.winAnsiHigh
        case .macRoman: high = Self.macRomanHigh
        case .symbol: return Self.symbolCharacters
        case .dingbats: return Self.dingbatCharacters
        }
        return low + high.unicodeScalars.map { $0 == "\u{FFFD}" ? nil : $0 }
    }

    /// The WinAnsi code of each character, which indexes the widths of the standard fonts.
    static let winAnsiCodes: [Unicode.Scalar: UInt8] = {
        var codes: [Unicode.Scalar: UInt8] = [:]
        for (code, scalar) in SimpleEncoding.winAnsi.characters.enumerated() {
            if let scalar, codes[scalar] == nil { codes[scalar] = UInt8(code) }
        }
        return codes
    }()

    private static let standardHigh =
        "��������������������������������"
        + "�¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ�–†‡·�¶•‚„”»…‰�¿"
        + "�`´ˆ˜¯˘˙¨�˚¸�˝˛ˇ—���������������"
        + "�Æ�ª����ŁØŒº�����æ���ı��łøœß����"

    private static let winAnsiHigh =
        "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"

    private static let macRomanHigh =
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
        + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
}
