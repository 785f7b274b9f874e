/// The name of a font that is written in an East Asian encoding instead of UTF-8, as by old programs for Windows. The text in
/// such a font has the same encoding.
struct LegacyName {
    /// The name with one character for each byte.
    let text: String
    private let bytes: [UInt8]

    /// The map of the encoding that is known: GBK.
    static let map = "GBK-EUC-H"

    /// What the names of Chinese fonts have in common: their styles and makers.
    private static let words = ["宋", "黑", "楷", "仿", "隶", "圆", "华文", "方正", "汉仪", "微软", "等线"]

    /// - Returns: nil if the name is none, as it has fewer than two characters of two bytes.
    init?(_ name: String) {
        let bytes = name.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard bytes.count == name.unicodeScalars.count, Self.pairs(bytes) >= 2 else { return nil }
        self.bytes = bytes
        text = name
    }

    /// The number of characters of two bytes; 0 if a byte above 127 stands alone.
    private static func pairs(_ bytes: [UInt8]) -> Int {
        var (count, index) = (0, 0)
        while index < bytes.count {
            if bytes[index] > 0x80 {
                guard index + 1 < bytes.count, bytes[index + 1] >= 0x40 else { return 0 }
                count += 1
                index += 1
            }
            index += 1
        }
        return count
    }

    /// The name in the encoding that is known; nil if it makes no sense in it.
    ///
    /// - Parameter character: The text of a code of two bytes.
    func readable(_ character: (UInt32) -> [UInt8]?) -> String? {
        var name: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] > 0x80 {
                guard let own = character(UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])) else { return nil }
                name += own
                index += 1
            } else {
                name.append(bytes[index])
            }
            index += 1
        }
        let text = String(decoding: name, as: UTF8.self)
        return Self.words.contains { text.contains($0) } ? text : nil
    }
}
