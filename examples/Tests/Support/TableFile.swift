package import Foundation
import TestSupport

/// A PDF of a table, beside the cells that the table was made from.
package struct TableFile: Sendable, CustomStringConvertible {
    package let path: String

    /// The producer, the number of columns, how often the most frequent status occurs, the font, and how cells are separated.
    package var description: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// The header, if the table has one, and the rows.
    package var cells: [[String]] {
        get throws {
            let text = try String(contentsOfFile: path.dropLast(3) + "tsv", encoding: .utf8)
            return text.split(separator: "\n").map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Tables")

    /// The tables that `make-tables` wrote with each producer.
    package static let checkedIn = (try? files(in: folder)) ?? []

    /// One of those tables.
    package init(checkedIn name: String) { path = Self.folder.appending(path: "\(name).pdf").path }

    private init(path: String) { self.path = path }

    /// Makes other tables in a folder, with producers that are installed for the tests.
    package static func random(seed: Int, in folder: URL) throws -> [TableFile] {
        try Python.run("../Tables/make-tables", "--random", "\(seed)", folder.path)
        return try files(in: folder)
    }

    private static func files(in folder: URL) throws -> [TableFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".pdf") }.sorted()
            .map { TableFile(path: folder.appending(path: $0).path) }
    }
}
