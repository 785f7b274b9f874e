/// An XML document as UTF-8 without a byte order mark and with plain line feeds, whatever it was encoded in: Extensible
/// Markup Language 1.0, fifth edition, sections 2.2 (characters), 2.11 (line ends) and 4.3.3 (encodings).
struct XMLText {
    let bytes: [UInt8]
    /// Whether the file was UTF-16, as its byte order mark says.
    let isUTF16: Bool

    init(_ document: [UInt8]) throws(PackageError) {
        isUTF16 = document.starts(with: [0xFE, 0xFF]) || document.starts(with: [0xFF, 0xFE])
        var text = isUTF16 ? try Self.fromUTF16(document) : try Self.fromUTF8(document)
        if text.contains(0x0D) { text = Self.withLineFeeds(text) }
        bytes = text
        try checkCharacters()
    }

    private static func fromUTF8(_ document: [UInt8]) throws(PackageError) -> [UInt8] {
        let repaired = String(decoding: document, as: UTF8.self)
        guard repaired.utf8.elementsEqual(document) else {
            let good = zip(repaired.utf8, document).prefix { $0 == $1 }.count
            throw .propertyList("it is not in UTF-8 from byte \(good) on; save it in that encoding")
        }
        return Array(document.starts(with: [0xEF, 0xBB, 0xBF]) ? document[3...] : document[...])
    }

    private static func fromUTF16(_ document: [UInt8]) throws(PackageError) -> [UInt8] {
        let high = document[0] == 0xFE ? 0 : 1
        let units = stride(from: 2, to: document.count - 1, by: 2).map {
            UInt16(document[$0 + high]) << 8 | UInt16(document[$0 + 1 - high])
        }
        guard document.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            throw .propertyList("it begins as UTF-16 does, and is not in that encoding; save it in UTF-8")
        }
        return Array(text.utf8)
    }

    private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var previous: UInt8 = 0
        for byte in text {
            if byte != 0x0A || previous != 0x0D { result.append(byte == 0x0D ? 0x0A : byte) }
            previous = byte
        }
        return result
    }

    private func checkCharacters() throws(PackageError) {
        for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0xEF {
            let scalar: UInt32 =
                byte < 0x20
                ? UInt32(byte)
                : UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
            guard !Self.isCharacter(scalar) else { continue }
            throw .propertyList(
                "line \(line(of: index)) contains U+\(String(scalar, radix: 16, uppercase: true)), which XML forbids")
        }
    }

    /// Lines are counted from 1.
    func line(of index: Int) -> Int { bytes[..<index].count { $0 == 0x0A } + 1 }

    /// Whether XML allows a Unicode scalar value.
    static func isCharacter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

/// Detects texts that would take long to compare or hash: the standard library sorts a run of combining marks in quadratic time,
/// which means minutes for a megabyte.
enum CombiningMarks {
    /// How many marks may follow each other. No language needs more: Unicode Standard Annex 15, section 13.
    static let most = 30

    static func areTooMany(in text: String) -> Bool {
        // Combining marks begin at U+0300, which has this first byte in UTF-8.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: run += 1
            default: run = 0
            }
            if run > most { return true }
        }
        return false
    }
}
