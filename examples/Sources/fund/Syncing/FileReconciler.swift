import AppGroup
import AppGroupPlatform
import ToolClient
import ToolProgram
import ToolSupport

/// Applies what came from the server to files: which there are, and where they differ. Bytes come only if they are asked for.
/// ``FileDeletions`` are applied later.
final class FileReconciler {
    private let context: Reconciler
    private var store: Store { context.store }
    /// The files that only other devices have, by their SHA-256, as they were when one was first looked for.
    private var distant: [SHA256Digest: [SharedFile]]?

    init(_ context: Reconciler) { self.context = context }

    func apply(_ incoming: IncomingObject, to known: SyncObject?) throws -> Reconciled {
        guard let content: FileContent = incoming.content() else { return .done }
        guard let owner = try FundReconciler(context).fund(content.fund), let fund = try store.fund(id: owner) else {
            return .waits
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
            return .done
        }
        if let file = try store.file(at: content.path, in: fund), let theirs = try store.object(.file, owner: file.id) {
            if let result = try settle(version, with: file, theirs) { return result }
        }
        try context.agree(on: incoming, with: nil)
        if !version.isSameFile { context.outcome.note(.received, .file, version.name) }
        return .done
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

        var name: String { "\(fund.name)/\(content.path)" }
    }

    /// The SHA-256 of a file here; nil if it can't be read now. A sync has computed it before, unless the file has just changed.
    private func sha256(of file: StoredFile, _ known: SyncObject, in fund: Fund) -> SHA256Digest? {
        let sha256 = file.sha256 ?? (known.changes == 0 ? known.base(as: FileContent.self)?.sha256 : nil)
        if let sha256, store.isUnchanged(file, in: fund) { return sha256 }
        return try? FileDigest(of: store.place(of: file, in: fund)).sha256
    }

    /// Applies a version to the file of this device that it is one of.
    private func apply(_ version: Version, to file: StoredFile, _ known: SyncObject) throws -> Reconciled {
        guard known.changes > 0 else {
            // A newer version waits until it is asked for.
            guard version.isSameFile else { return .waits }
            _ = try follow(version, with: file)
            try context.agree(on: version.incoming, with: file.id, isChanged: version.isMoved)
            return .done
        }
        guard let fund = try store.fund(id: file.fund), let sha256 = sha256(of: file, known, in: fund) else {
            return .waits
        }
        if try isOnlyTouched(file, sha256, version, known) {
            var known = known
            known.changes = 0
            try store.put(known)
            return .waits
        }
        if sha256 == version.content.sha256 || version.isSameFile {
            let isEdit = sha256 != version.content.sha256
            let hasItsPath = try follow(version, with: file)
            try context.agree(
                on: version.incoming, with: file.id, isChanged: version.isMoved || isEdit || !hasItsPath)
        } else {
            if try !takeKept(file, sha256, of: fund) && !setAside(file, of: fund) { return .waits }
            try context.agree(on: version.incoming, with: nil)
            context.outcome.note(.received, .file, version.name)
        }
        return .done
    }

    /// Whether only the date of a file changed here, while another device changed its bytes. The file may have its path in the newer
    /// version already: its old one was in the way of another file.
    private func isOnlyTouched(
        _ file: StoredFile, _ sha256: SHA256Digest, _ version: Version, _ known: SyncObject
    ) throws -> Bool {
        // After a restore of the server, what it has may be older than the base.
        guard known.version > 0, known.sent == nil, let base = version.base, base.sha256 == sha256, !version.isSameFile,
            !version.isMoved
        else { return false }
        let fund = try store.fundID(file.fund)
        return [base, version.content].contains { $0.fund == fund && file.path.hasBytes(of: $0.path) }
    }

    /// Gives a file the path of one with the same bytes in its fund that only other devices have, if there is one. After a restore of
    /// the server, the first device has kept the newer bytes under another name, and a copy of each further one is not needed.
    private func takeKept(_ file: StoredFile, _ sha256: SHA256Digest, of fund: Fund) throws -> Bool {
        let distant = try self.distant ?? Dictionary(grouping: store.distantFiles(), by: \.content.sha256)
        self.distant = distant
        // All empty files have the same bytes, so they say nothing.
        for shared in distant[sha256] ?? [] where shared.fund.id == fund.id && shared.content.size > 0 {
            guard let object = try store.object(.file, id: shared.id), object.owner == nil,
                try store.move(file, toFreePath: shared.content.path, in: fund)
            else { continue }
            try store.settle(shared, as: file)
            context.outcome.note(.renamed, .file, shared.selector)
            return true
        }
        return false
    }

    /// Gives a file the path that another device gave it, unless only this device has changed the path.
    ///
    /// - Returns: Whether it has the path of the version now.
    private func follow(_ version: Version, with file: StoredFile) throws -> Bool {
        let path = version.content.path
        let hasItsPath = file.path.hasBytes(of: path)
        let isRenamedHereOnly = !hasItsPath && version.base?.path.hasBytes(of: path) == true
        guard !isRenamedHereOnly, context.closed.isDisjoint(with: [file.fund, version.fund.id]) else {
            return hasItsPath
        }
        return try store.move(file, toFreePath: path, in: version.fund)
    }

    // MARK: Another file in the place of a version

    /// Makes room for a version in whose place this device has another file.
    ///
    /// - Returns: What became of the version; `nil` if no file is in its place now.
    private func settle(_ version: Version, with file: StoredFile, _ theirs: SyncObject) throws -> Reconciled? {
        let incoming = version.incoming
        let sha256 = sha256(of: file, theirs, in: version.fund)
        // The device that deleted it may have put this one in its place.
        let isDeleted = try store.isDeletedElsewhere(theirs)
        let isFirst = theirs.isSent && theirs.id < incoming.id && !isDeleted
        if sha256 == version.content.sha256 {
            if isFirst {
                try context.agree(on: incoming, with: nil, isChanged: true)
            } else {
                try store.orphan(theirs)
                try context.agree(on: incoming, with: file.id, isChanged: version.isMoved)
            }
            return .done
        }
        if isDeleted, theirs.changes == 0 {
            // It is a newer version then, which waits until it is asked for.
            try store.put(
                SyncObject(
                    kind: .file, id: incoming.id, owner: file.id,
                    version: min(theirs.version, incoming.version - 1), base: theirs.base))
            return .waits
        }
        if !isFirst {
            // Of two that the server has, the one with the greater ID gets another name, on the device that has it.
            guard sha256 != nil else { return .waits }
            // Another device may have given it one already, if it came to know both first.
            if theirs.isSent, let newer = try store.waitingFile(theirs), newer.fund == version.content.fund,
                !newer.path.hasBytes(of: file.path), try store.move(file, toFreePath: newer.path, in: version.fund)
            {
                context.outcome.note(.renamed, .file, "\(version.fund.name)/\(newer.path)")
                return nil
            }
            guard try setAside(file, of: version.fund, asNew: !theirs.isSent) else { return .waits }
        }
        return nil
    }

    /// Joins files that are new here with those that another device has under the same path.
    func joinNewFiles() throws {
        let new = try store.changedObjects().filter { $0.kind == .file && $0.owner != nil && !$0.isSent }
        guard !new.isEmpty else { return }
        let distant = try store.distantFiles()
        let byPath = Dictionary(distant.map { ($0.selector, $0) }) { first, _ in first }
        let bySize = Dictionary(grouping: distant, by: \.content.size)
        var joined: Set<SyncID> = []
        for object in new where !distant.isEmpty {
            guard let file = try object.owner.flatMap({ try store.file(id: $0) }),
                let fund = try store.fund(id: file.fund),
                let shared = try byPath["\(fund.name)/\(file.path)"]
                    ?? numbered(file, object, of: fund, bySize[file.size] ?? []),
                !joined.contains(shared.id), let sha256 = sha256(of: file, object, in: fund)
            else { continue }
            if sha256 == shared.content.sha256 {
                joined.insert(shared.id)
                // Their paths may only look alike.
                let hasItsPath = try store.move(file, toFreePath: shared.content.path, in: shared.fund)
                try store.settle(shared, as: file, isChanged: !hasItsPath)
            } else {
                _ = try setAside(file, of: fund)
            }
        }
    }

    /// The file that a new one is if a sync was killed after it had fetched it under a path with a number: its own path is taken here.
    ///
    /// - Parameter candidates: Files of the same size that only other devices have.
    private func numbered(
        _ file: StoredFile, _ object: SyncObject, of fund: Fund, _ candidates: [SharedFile]
    ) throws -> SharedFile? {
        try candidates.first { shared in
            guard shared.fund.id == fund.id, shared.content.size > 0 else { return false }
            let other = try store.file(inPlaceOf: shared.content.path, in: fund)
            let isTaken =
                try other.flatMap { try store.object(.file, owner: $0.id) }?.isSent
                ?? store.hasFolder(at: shared.content.path, in: fund)
            return isTaken && sha256(of: file, object, in: fund) == shared.content.sha256
        }
    }

    /// Gives a file that another device changed at the same time another name, under which it stays.
    ///
    /// - Parameter asNew: Whether it is a new file for the server, because its old object is what the other device made of it.
    /// - Returns: Whether it has another name now. If not, the person is told why. The next sync tries it again, unless the file was
    ///   new: this sync sends it then, and the server has two files of one path.
    private func setAside(_ file: StoredFile, of fund: Fund, asNew: Bool = true) throws -> Bool {
        let folder = store.folder(of: fund)
        let parts = PathParts(file.path)
        for number in 1... {
            let ending = number == 1 ? parts.ending : " (\(number))\(parts.ending)"
            let name = context.marked(parts.stem, ending: ending).replacing("/", with: "-")
            let path = parts.parent + name
            do throws(SystemError) {
                try Files.move(store.place(of: file, in: fund), to: "\(folder)/\(path)")
            } catch .exists {
                continue
            } catch {
                context.outcome.fail(.inputOutput("\(folder)/\(file.path) can't be renamed: \(error)."))
                return false
            }
            try store.move(file, to: path, in: fund)
            if asNew { try store.put(SyncObject(kind: .file, id: SyncID(), owner: file.id, changes: 1)) }
            context.outcome.conflict(
                .file, "\(fund.name)/\(file.path)",
                "“\(file.path)” of “\(fund.name)” differs on another device. Both stay: the one from here is “\(path)” now."
            )
            return true
        }
        return false
    }
}
