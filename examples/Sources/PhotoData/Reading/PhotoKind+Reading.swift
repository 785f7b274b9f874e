extension PhotoKind {
    /// The kind of a file by its first bytes.
    ///
    /// - Throws: ``PhotoError/Code/notPhoto``, with the name of what it is instead if that is known.
    init(of reader: inout PhotoReader) throws(PhotoError) {
        let head = try reader.bytes(at: 0, length: min(256, reader.count)) ?? []
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.holds("RIFF"), head.holds("WEBP", at: 8) {
            self = .webp
        } else if head.holds("ftyp", at: 4), Self.isHEIC(head) {
            self = .heic
        } else {
            let other = Self.other(head).map { "This is \($0), not a photo." } ?? "This is not a photo."
            throw PhotoError(
                .notPhoto, reader.count == 0 ? "This file is empty." : "\(other) JPEG, HEIC, PNG and WebP are accepted."
            )
        }
    }

    /// Whether the brands of a file of ISO boxes include one for pictures in HEVC, or for pictures of any kind but
    /// AV1's.
    private static func isHEIC(_ head: [UInt8]) -> Bool {
        let brands = brands(head)
        if !brands.isDisjoint(with: ["heic", "heix", "heim", "heis"]) { return true }
        return brands.contains("mif1") && brands.isDisjoint(with: ["avif", "avis"])
    }

    private static func brands(_ head: [UInt8]) -> Set<String> {
        let end = min(head.count, head.number(at: 0, bytes: 4) ?? 0)
        // The major brand, a version, and the brands that it is compatible with.
        return Set(
            ([8] + Array(stride(from: 16, to: end, by: 4))).filter { $0 + 4 <= end }
                .map { String(decoding: head[$0..<($0 + 4)], as: UTF8.self) })
    }

    private static func other(_ head: [UInt8]) -> String? {
        let beginnings: [(StaticString, String)] = [
            ("%PDF", "a PDF"), ("GIF8", "a GIF"), ("BM", "a Windows bitmap"), ("II*\0", "a TIFF or a raw file"),
            ("MM\0*", "a TIFF or a raw file"), ("<svg", "a drawing in SVG"), ("<!DOCTYPE", "a web page"),
            ("<html", "a web page"), ("<?xml", "an XML document"), ("PK\u{3}\u{4}", "a zip archive"),
            ("\0\0\0\u{C}JXL ", "a JPEG XL"), ("\0\0\0\u{C}jP  ", "a JPEG 2000"), ("RIFF", "a sound or a video"),
        ]
        if let known = beginnings.first(where: { head.holds($0.0) }) { return known.1 }
        guard head.holds("ftyp", at: 4) else { return nil }
        return brands(head).isDisjoint(with: ["avif", "avis"]) ? "a video" : "an AVIF"
    }
}
