extension Unicode.Scalar {
    /// Whether it belongs to Hebrew, Arabic or another script that is written from right to left. The digits of these scripts
    /// are written from left to right.
    var isRightToLeft: Bool {
        switch value {
        case 0x660...0x669, 0x6F0...0x6F9: false
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }
}

extension [UInt8] {
    /// The text of a glyph, as UTF-8, in the order on the page. Fonts give the letters of a ligature in reading order.
    var visualOrder: [UInt8] {
        guard count > 2, self[0] >= 0xD6 else { return self }
        let text = String(decoding: self, as: UTF8.self)
        guard text.count > 1, text.unicodeScalars.allSatisfy(\.isRightToLeft) else { return self }
        return Array(String(text.reversed()).utf8)
    }
}
