import AppGroupPlatform
import MailReading
import PDFText
import ToolSupport

/// What can be read in a file, so that it can be found.
enum FileText {
    /// The most text that is kept of a file, in bytes of UTF-8.
    static let limit = 1 << 20

    /// The endings of files that are text themselves.
    private static let plain: Set<String> = ["txt", "text", "md", "markdown", "rst", "csv", "tsv"]

    /// The text of a PDF or of a file in plain text; nil if the file is of another kind.
    ///
    /// - Throws: `PDFError`, ``Damage`` or `SystemError` if it can't be read.
    static func of(_ path: String, limit: Int = limit) throws -> String? {
        let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        if ending == "pdf" { return try pdf(path, limit: limit) }
        guard plain.contains(ending) else { return nil }
        return decoded(try Files.beginning(of: path, limit: limit), limit: limit)
    }

    /// The marks at the beginning of a text that say how it is encoded (The Unicode Standard, 23.8).
    private static let marks: [(bytes: [UInt8], charset: String)] = [
        ([0xEF, 0xBB, 0xBF], "utf-8"), ([0xFF, 0xFE], "utf-16le"), ([0xFE, 0xFF], "utf-16be"),
    ]

    /// The beginning of a text, in the character set that it is likeliest in.
    private static func decoded(_ bytes: [UInt8], limit: Int) -> String {
        for mark in marks where bytes.starts(with: mark.bytes) {
            if let charset = Charset(mark.charset) { return charset.decode(bytes.dropFirst(mark.bytes.count)) }
        }
        return utf8(bytes, limit: limit) ?? mostlyUTF8(bytes) ?? RawText.decode(bytes)
    }

    /// The beginning of a file of any kind, if it is text in UTF-8; nil if it is not.
    static func beginning(of path: String, limit: Int) throws(SystemError) -> String? {
        let bytes = try Files.beginning(of: path, limit: limit)
        return bytes.contains(0) ? nil : utf8(bytes, limit: limit)
    }

    /// The text that bytes are in UTF-8; nil if they are something else.
    private static func utf8(_ bytes: [UInt8], limit: Int) -> String? {
        // The limit may have cut a character of up to four bytes.
        let cut = bytes.count < limit ? 0...0 : 0...3
        return cut.lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
    }

    /// The text, with replacement characters, if most of what is beyond ASCII is UTF-8: a few broken bytes don't make it something
    /// else.
    private static func mostlyUTF8(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        var (good, bad) = (0, 0)
        for scalar in text.unicodeScalars where !scalar.isASCII {
            if scalar == "\u{FFFD}" { bad += 1 } else { good += 1 }
        }
        return good > bad ? text : nil
    }

    /// A PDF is so damaged that no text came out.
    struct Damage: Error, CustomStringConvertible {
        var description: String { "The PDF is damaged or incomplete, and has no text that can be read." }
    }

    private static func pdf(_ path: String, limit: Int) throws -> String {
        struct Enough: Error {}
        var text = ""
        do {
            let summary = try PDFDocument(PDFFile(path: path)).readPages { page in
                for row in page.rows { text += "\(row.text)\n" }
                if text.utf8.count >= limit { throw Enough() }
            }
            if text.isEmpty, summary.notes.contains(where: { [.damagedFile, .damagedPage].contains($0.kind) }) {
                throw Damage()
            }
        } catch is Enough {}
        return text
    }
}
