/// Writes a PDF by hand, object by object, valid or not.
package struct PDFWriter {
    package init() {}

    package private(set) var bytes = Array("%PDF-1.7\n".utf8)
    /// The last offset of each object.
    package private(set) var offsets: [Int: Int] = [:]

    package mutating func object(_ number: Int, _ text: String) {
        offsets[number] = bytes.count
        bytes += "\(number) 0 obj\n\(text)\nendobj\n".utf8
    }

    package mutating func stream(_ number: Int, _ data: [UInt8], length: String? = nil, lineEnd: String = "\n") {
        stream(number, "", data, length: length, lineEnd: lineEnd)
    }

    package mutating func stream(
        _ number: Int, _ dictionary: String, _ data: [UInt8], length: String? = nil, lineEnd: String = "\n"
    ) {
        offsets[number] = bytes.count
        let length = length ?? "\(data.count)"
        bytes += "\(number) 0 obj\(lineEnd)<< \(dictionary) /Length \(length) >>\(lineEnd)stream\(lineEnd)".utf8
        bytes += data
        bytes += "\(lineEnd)endstream\(lineEnd)endobj\(lineEnd)".utf8
    }

    /// Writes the catalog (1), its only node (2), one page (3), its content (4) unless it is written later, and a font (5).
    package mutating func page(_ content: String?, resources: String = "", font: String = PDFWriter.helvetica) {
        object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        object(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> \(resources) >> >>")
        object(5, font)
        if let content { stream(4, Array(content.utf8)) }
    }

    package static let helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

    /// Ends the file with a table of all objects except `hidden`.
    package mutating func finish(_ trailer: String = "/Root 1 0 R", without hidden: Int? = nil) -> [UInt8] {
        let start = bytes.count
        bytes += "xref\n0 1\n0000000000 65535 f \n".utf8
        for (number, offset) in offsets.sorted(by: { $0.key < $1.key }) where number != hidden {
            let digits = String(offset)
            bytes += "\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8
        }
        bytes += "trailer\n<< /Size \((offsets.keys.max() ?? 0) + 1) \(trailer) >>\nstartxref\n\(start)\n%%EOF\n".utf8
        return bytes
    }
}
