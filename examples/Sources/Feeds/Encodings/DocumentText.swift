import ToolSupport

/// The text of a document in UTF-8, with what had to be guessed.
///
/// A byte order mark counts more than the answer's `charset`, which counts more than what the document declares (RFC 7303, 3).
/// All of them lie at times, so a claim that the bytes contradict doesn't count.
struct DocumentText {
    /// The text without its byte order mark.
    let bytes: [UInt8]

    /// The fault of the document, as a sentence; nil if it has none.
    let damage: String?

    private init(_ bytes: [UInt8], _ damage: String? = nil) { (self.bytes, self.damage) = (bytes, damage) }

    /// Decodes a document.
    /// - Parameters:
    ///   - contentType: The field `Content-Type` of the answer.
    ///   - isHTML: Whether the document may declare its encoding in a `<meta>` element.
    init(_ bytes: [UInt8], contentType: String?, isHTML: Bool = false) {
        if let (encoding, length) = Self.mark(bytes) {
            self = Self.decode(Array(bytes[length...]), as: encoding)
            return
        }
        let declared = Self.declared(bytes) ?? (isHTML ? EncodingClaim.inPage(bytes.prefix(4096)) : nil)
        let sent = contentType.flatMap(EncodingClaim.inContentType)
        let check = bytes.withUnsafeBufferPointer { UTF8Check($0) }
        let claims = [sent, declared].compactMap { $0 }
        let saysUTF8 = claims.isEmpty || claims.contains(where: EncodingClaim.isUTF8)
        if check.isValid, check.longCharacters > 0, saysUTF8 || claims.allSatisfy(EncodingClaim.isThoughtless) {
            self.init(bytes)
            return
        }
        // A server's thoughtless default counts less than what the document says.
        let order = sent.map(EncodingClaim.isThoughtless) == true ? [declared, sent] : [sent, declared]
        var unknown: String?
        for claim in order.compactMap({ $0 }) {
            if EncodingClaim.isUTF8(claim) {
                if check.strayBytes == 0 {
                    self.init(bytes)
                    return
                }
            } else if let charset = Charset(claim) {
                self.init(Array(charset.decode(bytes).utf8), unknown)
                return
            } else if unknown == nil {
                unknown = "The encoding “\(FeedText.line(claim))” is unknown."
            }
        }
        if let encoding = Self.family(bytes) {
            self = Self.decode(bytes, as: encoding)
        } else if check.strayBytes == 0 {
            self.init(bytes, unknown)
        } else {
            self = Self.guess(bytes, check, unknown)
        }
    }

    /// Text that claims to be UTF-8, or claims nothing, and isn't: UTF-8 with damage if it has more good characters than bad
    /// ones, and otherwise windows-1252.
    private static func guess(_ bytes: [UInt8], _ check: UTF8Check, _ unknown: String?) -> DocumentText {
        if check.longCharacters >= check.strayBytes {
            return DocumentText(Array(String(decoding: bytes, as: UTF8.self).utf8), "Some characters are not UTF-8.")
        }
        let text = Charset("windows-1252")?.decode(bytes) ?? String(decoding: bytes, as: UTF8.self)
        return DocumentText(Array(text.utf8), unknown ?? "The document doesn't say its encoding.")
    }

    private static func decode(_ bytes: [UInt8], as encoding: String) -> DocumentText {
        if encoding == "utf-8" {
            let isValid = bytes.withUnsafeBufferPointer { UTF8Check($0).strayBytes == 0 }
            if isValid { return DocumentText(bytes) }
            return DocumentText(Array(String(decoding: bytes, as: UTF8.self).utf8), "Some characters are not UTF-8.")
        }
        let text = Charset(encoding)?.decode(bytes) ?? String(decoding: bytes, as: UTF8.self)
        return DocumentText(Array(text.utf8))
    }

    // MARK: - Claims

    /// The encoding that a byte order mark means, and the length of the mark.
    private static func mark(_ bytes: [UInt8]) -> (encoding: String, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return ("utf-8", 3) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("utf-32le", 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("utf-32be", 4) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("utf-16le", 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("utf-16be", 2) }
        return nil
    }

    /// The encoding whose `<` or `<?xm` the document begins with, if it is none that contains ASCII (XML 1.0, F.1).
    private static func family(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x3C, 0, 0, 0]) { return "utf-32le" }
        if bytes.starts(with: [0, 0, 0, 0x3C]) { return "utf-32be" }
        if bytes.starts(with: [0x3C, 0]) { return "utf-16le" }
        if bytes.starts(with: [0, 0x3C]) { return "utf-16be" }
        if bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) { return "cp037" }
        return nil
    }

    /// The encoding that an XML declaration names.
    private static func declared(_ bytes: [UInt8]) -> String? {
        let wide = family(bytes)
        var head = Array(bytes.prefix(1024))
        if wide == "cp037" {
            head = Charset("cp037").map { Array($0.decode(head).utf8) } ?? head
        } else if wide != nil {
            head.removeAll { $0 == 0 }
        }
        let line = head.drop(while: \.isBlank).prefix { $0 != UInt8(ascii: ">") }
        guard line.starts(with: "<?xml".utf8), let name = EncodingClaim.inDeclaration(line) else { return nil }
        let isWide = squeezesToWide(name)
        // A document whose bytes are single can't be what it says, or else it couldn't be read so far.
        return isWide ? wide ?? "utf-8" : wide == nil || wide == "cp037" ? name : wide
    }

    private static func squeezesToWide(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["utf-16", "utf16", "utf_16", "utf-32", "utf32", "utf_32", "ucs-", "ucs2", "u16", "u32", "iso-10646"]
            .contains { name.hasPrefix($0) }
    }
}
