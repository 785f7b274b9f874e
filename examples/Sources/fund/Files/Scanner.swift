import PDFText
import ToolProgram
import ToolSupport

/// Compares the folder of a fund with what the store knows about it.
struct Scanner {
    let store: Store
    /// How many files of a fund a scan looks at.
    var fileLimit = Files.entryLimit

    /// What a scan has found.
    struct Result: Sendable {
        var added: [String] = []
        var changed: [String] = []
        var removed: [String] = []
    }

    /// Records the files that are new, have changed or are gone, and reads the text of those that have one.
    ///
    /// - Parameter failure: Receives a sentence about each file whose text can't be read, although its name can be found, and
    ///   one about all files that are left out.
    /// - Throws: A ``ToolError`` if the folder can't be read. Then nothing is forgotten.
    func scan(_ fund: Fund, failure: (String) -> Void) throws -> Result {
        let folder = store.folder(of: fund)
        let entries: [FolderEntry]
        var result = Result()
        var leftOut = LeftOutFiles()
        // By their bytes: to Swift, two names are equal if they look alike; to the file system, they are two files.
        var known = Dictionary(try store.files(of: fund).map { (Array($0.path.utf8), $0) }) { first, _ in first }
        do throws(Errno) {
            entries = try Files.entries(below: folder, limit: fileLimit) { path, reason in
                leftOut.add("\(fund.name)/\(path)", because: reason)
                // It is not gone, and must not be deleted on other devices.
                if case .number = reason { known[Array(path.utf8)] = nil }
            }
        } catch {
            throw ToolError.inputOutput(
                error == .noSuchFile
                    ? "The folder of “\(fund.name)” is missing: \(folder). Put it back, or make an empty one: mkdir"
                    : "\(folder) can't be read: \(error).")
        }
        if let sentence = leftOut.sentence { failure(sentence) }
        for entry in entries.sorted(by: { $0.path < $1.path }) {
            let before = known.removeValue(forKey: Array(entry.path.utf8))
            if let before, before.size == entry.size, before.modified.seconds == Int64(entry.modified) { continue }
            try record(entry, of: fund, failure: failure)
            if before == nil { result.added.append(entry.path) } else { result.changed.append(entry.path) }
        }
        try store.removeFiles(Array(known.values))
        result.removed = known.values.map(\.path).sorted()
        return result
    }

    /// Records one file.
    func record(_ entry: FolderEntry, of fund: Fund, failure: (String) -> Void) throws {
        var text: String?
        do {
            text = try FileText.of("\(store.folder(of: fund))/\(entry.path)")
        } catch let error as PDFError {
            failure("\(fund.name)/\(entry.path): \(error) Only its name can be found.")
        } catch let error as FileText.Damage {
            failure("\(fund.name)/\(entry.path): \(error) Only its name can be found.")
        } catch let error as Errno {
            failure("\(fund.name)/\(entry.path) can't be read: \(error). Only its name can be found.")
        }
        try store.record(entry, text: text, of: fund)
    }
}
