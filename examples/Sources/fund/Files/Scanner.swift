import AppGroupPlatform
import AppGroupText
import PDFText
import ToolProgram
import ToolSupport

/// Compares the folder of a fund with what the store knows about it.
struct Scanner {
    let store: Store
    /// Whether files are forgotten even if most of them are gone. The folder of a disk that is not mounted looks like that, so only
    /// a person can say so.
    var acceptsLoss = false
    /// How many files of a fund a scan looks at.
    var fileLimit = Files.entryLimit

    /// How many files a fund must have so that it matters if most of them are gone.
    private static let manyFiles = 10
    /// How many files are recorded in one transaction, and how many bytes of their texts.
    private static let batch = (files: 64, bytes: 4 << 20)

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
    /// - Throws: A ``ToolError`` with status 74 if the folder can't be read, or if it seems to be on a disk that is not mounted.
    ///   Then nothing is recorded and nothing is forgotten.
    func scan(_ fund: Fund, failure: (String) -> Void) throws -> Result {
        var result = Result()
        let before = try store.files(of: fund)
        // By their bytes: to Swift, two names are equal if they look alike; to the file system, they are two files.
        var gone = Dictionary(before.map { (Array($0.path.utf8), $0) }) { first, _ in first }
        let entries = try entries(of: fund, failure: failure) { gone[Array($0.utf8)] = nil }
        var found: [FolderEntry] = []
        var undated: [FolderEntry] = []
        for entry in entries {
            let known = gone.removeValue(forKey: Array(entry.path.utf8))
            if let known, known.matches(entry) {
                if known.nanoseconds == nil { undated.append(entry) }
                continue
            }
            found.append(entry)
            if known == nil { result.added.append(entry.path) } else { result.changed.append(entry.path) }
        }
        result.removed = gone.values.map(\.path).sorted()
        if !acceptsLoss { try refuseLoss(of: gone.count, among: before.count, left: entries.count, in: fund) }
        try store.writingFast {
            try store.setNanoseconds(undated, of: fund)
            try record(found, of: fund, failure: failure)
            try store.removeFiles(Array(gone.values))
        }
        return result
    }

    /// The files in the folder of a fund, by path.
    ///
    /// - Parameter uncounted: Receives the path of each file that is left out, but not gone, and must not be deleted on other
    ///   devices: one beyond the limit, or a link to another file of a fund, which a sync may have moved.
    private func entries(
        of fund: Fund, failure: (String) -> Void, uncounted: (String) -> Void
    ) throws -> [FolderEntry] {
        let folder = store.folder(of: fund)
        let entries: [FolderEntry]
        var leftOut = LeftOutFiles()
        do throws(SystemError) {
            entries = try Files.entries(below: folder, limit: fileLimit) { path, reason in
                let isDeletedLink =
                    reason == .link
                    && ![store.root, folder].contains { Files.isLink("\(folder)/\(path)", toPlaceBelow: $0) }
                leftOut.add("\(fund.name)/\(path)", because: isDeletedLink ? .deletedLink : reason)
                switch reason {
                case .number: uncounted(path)
                case .link where !isDeletedLink: uncounted(path)
                default: break
                }
            }
        } catch {
            throw ToolError.inputOutput(
                error == .notFound
                    ? "The folder of “\(fund.name)” is missing: \(folder). Put it back. If you deleted it: mkdir "
                        + "\(folder.quotedForShell) && fund scan \(fund.name.quotedForShell)"
                    : "\(folder) can't be read: \(error).")
        }
        if let sentence = leftOut.sentence { failure(sentence) }
        return entries.sorted { $0.path < $1.path }
    }

    /// - Throws: A ``ToolError`` if the folder has less than half as many files as before, and none of those, or had many.
    private func refuseLoss(of gone: Int, among before: Int, left: Int, in fund: Fund) throws {
        guard gone > 0, left * 2 < before, gone == before || before >= Self.manyFiles else { return }
        throw ToolError.inputOutput(
            "\(gone) of \(Quantity(before, "file")) of “\(fund.name)” \(gone == 1 ? "is" : "are") gone from "
                + "\(store.folder(of: fund)). Is its disk not mounted? If you deleted or moved them: fund scan "
                + fund.name.quotedForShell)
    }

    private func record(_ entries: [FolderEntry], of fund: Fund, failure: (String) -> Void) throws {
        var batch: [(entry: FolderEntry, text: String?)] = []
        var bytes = 0
        for entry in entries {
            // Outside of a transaction: the text of a large PDF takes seconds.
            let text = try text(of: entry, in: fund, failure: failure)
            batch.append((entry, text))
            bytes += text?.utf8.count ?? 0
            if batch.count >= Self.batch.files || bytes >= Self.batch.bytes {
                try store.record(batch, of: fund)
                (batch, bytes) = ([], 0)
            }
        }
        try store.record(batch, of: fund)
    }

    /// Records one file.
    func record(_ entry: FolderEntry, of fund: Fund, failure: (String) -> Void) throws {
        try store.record([(entry, try text(of: entry, in: fund, failure: failure))], of: fund)
    }

    /// What can be read in a file; nil if nothing can.
    private func text(of entry: FolderEntry, in fund: Fund, failure: (String) -> Void) throws -> String? {
        let name = "\(fund.name)/\(entry.path)"
        do {
            return try FileText.of("\(store.folder(of: fund))/\(entry.path)")
        } catch let error as SystemError {
            failure("\(name) can't be read: \(error). Only its name can be found.")
        } catch let error as PDFError {
            failure("\(name): \(error) Only its name can be found.")
        } catch let error as FileText.Damage {
            failure("\(name): \(error) Only its name can be found.")
        }
        return nil
    }
}
