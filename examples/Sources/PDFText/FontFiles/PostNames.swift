/// The table `post` of a TrueType font: the names of its glyphs.
struct PostNames {
    /// For each glyph, the number of its name.
    private let numbers: [Int]
    /// The offsets of the names that are not standard.
    private let offsets: [Int]
    private let bytes: FontBytes

    /// - Returns: nil if the table contains no names.
    init?(_ bytes: FontBytes) {
        self.bytes = bytes
        switch bytes.long(0) {
        case 0x0001_0000:
            numbers = Array(0..<Self.standard.count)
            offsets = []
        case 0x0002_0000:
            guard let count = bytes.short(32) else { return nil }
            numbers = (0..<count).compactMap { bytes.short(34 + 2 * $0) }
            var offsets: [Int] = []
            var offset = 34 + 2 * count
            while offsets.count < 0x1_0000, let length = bytes.byte(offset) {
                offsets.append(offset)
                offset += 1 + length
            }
            self.offsets = offsets
        default: return nil
        }
    }

    /// What the name of a glyph means; nil if it has none, or one without a meaning.
    func text(ofGlyph glyph: Int) -> String? {
        guard numbers.indices.contains(glyph) else { return nil }
        let number = numbers[glyph]
        if number < Self.standard.count { return number < 3 ? nil : String(Self.standard[number]) }
        guard offsets.indices.contains(number - Self.standard.count) else { return nil }
        let offset = offsets[number - Self.standard.count]
        return bytes.byte(offset).flatMap { bytes.text(offset + 1, length: $0) }.flatMap(GlyphName.text)
    }

    /// What the 258 names of Apple's standard order mean. The first three have no text.
    private static let standard = Array(
        ("\0\0\0 !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz"
            + "{|}~ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·"
            + "‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ").unicodeScalars)
}
