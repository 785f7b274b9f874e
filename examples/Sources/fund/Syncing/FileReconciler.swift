import AppGroup
import ToolProgram
import ToolServer
import ToolSupport

/// Applies what came from the server to files: which there are, and where they differ. Bytes come only if they are asked for.
struct FileReconciler {
    private let context: Reconciler
    private var store: Store { context.store }

    init(_ context: Reconciler) { self.context = context }

    func apply(_ incoming: IncomingObject, to known: SyncObject?) throws -> Bool {
        guard let content: FileContent = incoming.content() else { return true }
        guard let owner = try FundReconciler(context).fund(content.fund), let fund = try store.fund(id: owner) else {
            return false
        }
        let version = Version(
            incoming: incoming, content: content, base: known?.base(), fund: fund,
            isMoved: try store.fundID(owner) != content.fund)
        if let known, let file = try known.owner.flatMap({ try store.file(id: $0) }) {
            return try apply(version, to: file, known)
        }
        if var known, known.changes > 0, version.isSameFile {
            known.version = incoming.version
            try store.put(known)
            return true
        }
        if let file = try store.file(at: content.path, in: fund), let theirs = try store.object(.file, owner: file.id),
            let isDone = try settle(version, with: file, theirs)
        {
            return isDone
        }
        try context.agree(on: incoming, with: nil)
        if !version.isSameFile { context.outcome.note(.received, .file, "\(fund.name)/\(content.path)") }
        return true
    }

    /// A file as the server has it now.
    private struct Version {
        let incoming: IncomingObject
        let content: FileContent
        /// What this device and the server last agreed on.
        let base: FileContent?
        let fund: Fund
        /// Whether the file belongs into another fund here than on the device that sent it.
        let isMoved: Bool

        /// Whether its bytes are still those that were agreed on.
        var isSameFile: Bool { base?.sha256 == content.sha256 }
    }

    /// Applies a version to the file of this device that it is one of.
    ///
    /// - Returns: Whether nothing is left to do about it.
    private func apply(_ version: Version, to file: StoredFile, _ known: SyncObject) throws -> Bool {
        let (incoming, content, fund) = (version.incoming, version.content, version.fund)
        guard known.changes > 0 else {
            // A newer version waits until it is asked for.
            guard version.isSameFile else { return false }
            try context.agree(on: incoming, with: file.id, isChanged: version.isMoved)
            return true
        }
        guard let digest = try? FileDigest(of: "\(store.folder(of: fund))/\(file.path)").hexadecimal else {
            return false
        }
        if digest == content.sha256 || version.isSameFile {
            try context.agree(on: incoming, with: file.id, isChanged: version.isMoved || digest != content.sha256)
        } else {
            try setAside(file, of: fund)
            try context.agree(on: incoming, with: nil, isChanged: false)
            context.outcome.note(.received, .file, "\(fund.name)/\(content.path)")
        }
        return true
    }

    /// Makes room for a version in whose place this device has another file.
    ///
    /// - Returns: Whether nothing is left to do about the version; `nil` if its place is free now.
    private func settle(_ version: Version, with file: StoredFile, _ theirs: SyncObject) throws -> Bool? {
        let (incoming, content, fund) = (version.incoming, version.content, version.fund)
        let digest = try? FileDigest(of: "\(store.folder(of: fund))/\(file.path)").hexadecimal
        // The device that deleted it may have put this one in its place.
        let isDeleted = try store.isDeletedElsewhere(theirs)
        let isFirst = theirs.isSent && theirs.id < incoming.id && !isDeleted
        if digest == content.sha256 {
            if isFirst {
                try context.agree(on: incoming, with: nil, isChanged: true)
            } else {
                try store.orphan(theirs)
                try context.agree(on: incoming, with: file.id, isChanged: version.isMoved)
            }
            return true
        }
        if isDeleted, theirs.changes == 0 {
            // It is a newer version then, which waits until it is asked for.
            try store.put(
                SyncObject(
                    kind: .file, id: incoming.id, owner: file.id,
                    version: min(theirs.version, incoming.version - 1), base: theirs.base))
            return false
        }
        // Of two that the server has, the one with the greater ID gets another name, on the device that has it.
        if !isFirst { try setAside(file, of: fund, asNew: !theirs.isSent) }
        return nil
    }

    /// Joins files that are new here with those that another device has under the same path.
    func joinNewFiles() throws {
        let new = try store.changedObjects().filter { $0.kind == .file && $0.owner != nil && !$0.isSent }
        guard !new.isEmpty else { return }
        let distant = Dictionary(
            try store.sharedFiles().filter { $0.owner == nil }.map { ($0.selector, $0) }
        ) { first, _ in first }
        for object in new where !distant.isEmpty {
            guard let file = try object.owner.flatMap({ try store.file(id: $0) }),
                let fund = try store.fund(id: file.fund),
                let shared = distant["\(fund.name)/\(file.path)"]
            else { continue }
            guard (try? FileDigest(of: "\(store.folder(of: fund))/\(file.path)").hexadecimal) == shared.content.sha256
            else {
                try setAside(file, of: fund)
                continue
            }
            try store.put(
                SyncObject(
                    kind: .file, id: shared.id, owner: file.id, version: shared.version, changes: 0,
                    base: StableJSON.text(shared.content)))
        }
    }

    /// Gives a file that another device changed at the same time another name, under which it stays.
    ///
    /// - Parameter asNew: Whether it is a new file for the server, because its old object is what the other device made of it.
    private func setAside(_ file: StoredFile, of fund: Fund, asNew: Bool = true) throws {
        let folder = store.folder(of: fund)
        let slash = file.path.lastIndex(of: "/")
        let name = slash.map { String(file.path[file.path.index(after: $0)...]) } ?? file.path
        let prefix = slash.map { String(file.path[...$0]) } ?? ""
        let period = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        let (stem, ending) = (period.map { String(name[..<$0]) } ?? name, period.map { String(name[$0...]) } ?? "")
        for number in 1... {
            let marked = context.marked(stem, ending: number == 1 ? ending : " (\(number))\(ending)")
            let path = prefix + marked.replacing("/", with: "-")
            do throws(Errno) {
                try Files.move("\(folder)/\(file.path)", to: "\(folder)/\(path)")
            } catch .fileExists {
                continue
            } catch {
                throw ToolError.inputOutput("\(folder)/\(file.path) can't be renamed: \(error).")
            }
            try store.rename(file, to: path)
            if asNew { try store.put(SyncObject(kind: .file, id: SyncID.new(), owner: file.id, changes: 1)) }
            return context.outcome.conflict(
                .file, "\(fund.name)/\(file.path)",
                "“\(file.path)” of “\(fund.name)” differs on another device. Both stay: the one from here is “\(path)” now."
            )
        }
    }

    /// Moves the files that other devices deleted to the trash, unless they changed here.
    func removeFiles() throws {
        var deletions: [IncomingObject] = []
        try store.eachIncoming(.file, areDeleted: true) { incoming, _ in deletions.append(incoming) }
        for deletion in deletions {
            let known = try store.object(.file, id: deletion.id)
            if let known, deletion.version > known.version,
                let file = try known.owner.flatMap({ try store.file(id: $0) }),
                let fund = try store.fund(id: file.fund)
            {
                let place = FundFile(
                    fund: fund, path: file.path, place: "\(store.folder(of: fund))/\(file.path)")
                if known.changes == 0 {
                    // It may have changed since the scan. The next sync will see that.
                    guard let entry = Files.entry(file.path, in: store.folder(of: fund)), entry.size == file.size,
                        Int64(entry.modified) == file.modified.seconds
                    else {
                        context.outcome.fail(.busy("“\(place.selector)” has just changed here. Sync again."))
                        continue
                    }
                    do {
                        try Removal(store: store, isForever: false).remove(place)
                        context.outcome.note(.removed, .file, place.selector)
                    } catch let error as ToolError {
                        context.outcome.fail(error)
                    }
                }
                if try store.file(id: file.id) != nil {
                    context.outcome.notice("“\(place.selector)” was deleted on another device, but stays here.")
                }
            }
            try store.database.transaction {
                if let known = try store.object(.file, id: deletion.id) {
                    if known.owner == nil {
                        try store.forget(known)
                    } else {
                        try context.revive(known, against: deletion)
                    }
                }
                try store.unstage(.file, id: deletion.id)
            }
        }
    }
}

extension Store {
    /// Records that a file has another name. To be called within a transaction.
    fileprivate func rename(_ file: StoredFile, to path: String) throws {
        try database.run("UPDATE files SET path = ? WHERE id = ?", .text(path), .integer(file.id))
        let text = try text(ofFile: file.id)
        try index(.file, file.id, date: file.modified, "\(path)\n\(text ?? "")")
    }
}
