import ExamplesTestSupport

/// Writes a table as an uncompressed PDF, in which each page is complete before the next begins.
enum TablePDF {
    /// - Parameters:
    ///   - pages: The rows of cells of each page. A row with one cell is in the first column.
    ///   - lefts: Where the columns begin.
    ///   - damaged: The index of a page that can't be read.
    ///   - drawn: Content that each page draws below its text.
    static func bytes(
        _ pages: [[[String]]], lefts: [Int] = [50, 200, 400, 500], damaged: Int? = nil, drawn: String = "",
        font: String = PDFWriter.helvetica
    ) -> [UInt8] {
        var writer = PDFWriter()
        writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        let kids = pages.indices.map { "\(10 + $0 * 2) 0 R" }.joined(separator: " ")
        writer.object(2, "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
        writer.object(5, font)
        for (index, rows) in pages.enumerated() {
            var content = "\(drawn) BT /F 10 Tf\n"
            for (line, row) in rows.enumerated() {
                for (column, cell) in row.enumerated() where !cell.isEmpty {
                    content += "1 0 0 1 \(lefts[column]) \(800 - 14 * line) Tm (\(escaped(cell))) Tj\n"
                }
            }
            let page = 10 + index * 2
            writer.stream(page + 1, index == damaged ? "/Filter /FlateDecode" : "", Array("\(content)ET".utf8))
            writer.object(
                page,
                "<< /Type /Page /Parent 2 0 R /Contents \(page + 1) 0 R /Resources << /Font << /F 5 0 R >> >> >>")
        }
        return writer.finish()
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "(", ")", "\\": "\\\(scalar)"
            case _ where scalar.isASCII: String(scalar)
            default: "\\" + String(scalar.value, radix: 8)
            }
        }.joined()
    }

    static let header = ["Batch number", "Status", "Date"]

    /// A table with fifty rows on each page, and with numbers from 21000000000 on. Every third one is refused.
    static func list(rows: Int, status: String = "Approved") -> [UInt8] {
        let all = (0..<rows).map { [String(21_000_000_000 + $0), $0 % 3 == 2 ? "Refused" : status, "14-Jun-12"] }
        return bytes(stride(from: 0, to: rows, by: 50).map { [header] + all[$0..<min(rows, $0 + 50)] })
    }
}
