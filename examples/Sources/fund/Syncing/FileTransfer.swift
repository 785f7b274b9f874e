import AppGroup
import AppGroupPlatform
import Downloading
import RemoteFiles
import ToolClient
import ToolProgram
import ToolSupport

/// Which files a person asks for.
enum FileChoice {
    case all
    /// Each the name of a fund, or of a file as FUND/FILE.
    case some([String])

    /// Whether no file was named. The server is asked again for one that was, because it may have lost it.
    var isAll: Bool { if case .all = self { true } else { false } }
}

/// Sends the bytes of files that are here, and fetches those of files that are not.
struct FileTransfer {
    let store: Store
    let server: FundClient
    let outcome: SyncOutcome
    /// The funds whose folders can't be used now. Nothing is sent from them, and nothing is fetched into them: a fetched
    /// file might get into the empty folder of a disk that is not mounted.
    var closed: Set<Fund.ID> = []

    /// How often in a row the server may take nothing of a file, or send nothing of it.
    private static let attempts = 5
    /// How long to wait for another request of the same file to end, in seconds.
    private static let pause = 1.0

    /// Where files arrive, each under its SHA-256 until it is whole.
    private var arriving: String { "\(Store.folder(in: store.root))/arriving" }

    /// Deletes what has arrived of files that no longer have to be fetched. To be called under the lock of the syncs.
    func removeUnwantedDrafts() throws {
        let drafts = (try? Files.names(in: arriving)) ?? []
        guard !drafts.isEmpty else { return }
        let wanted = Set(try store.sharedFiles().filter(\.needsFetching).map { "\($0.content.sha256)" })
        for draft in drafts where !wanted.contains(draft) { try? Files.remove("\(arriving)/\(draft)") }
    }

    func run(_ choice: FileChoice) throws {
        for shared in try chosen(choice) where !closed.contains(shared.fund.id) {
            do {
                if shared.needsFetching {
                    try fetch(shared)
                } else if try (!choice.isAll || !shared.isUploaded) && !hasOtherBytes(shared) {
                    try send(shared)
                    try store.noteUpload(of: shared)
                }
            } catch let error as ToolError where error.concernsOneFile {
                outcome.fail(error)
            }
        }
    }

    private func chosen(_ choice: FileChoice) throws -> [SharedFile] {
        let files = try store.sharedFiles()
        guard case .some(let words) = choice else { return files }
        return try words.flatMap { word in
            let named = try SharedFile.named(word, among: files)
            if !named.isEmpty { return named }
            let parts = word.split(separator: "/", maxSplits: 1).map(String.init)
            let fund = try store.fund(parts.first ?? word)
            let found = files.filter { $0.fund.id == fund.id && (parts.count < 2 || $0.content.path == parts[1]) }
            guard parts.count < 2 || !found.isEmpty else {
                throw ToolError.notFound(
                    "“\(fund.name)” has no file “\(parts[1])”, here or on another device. To list its files: fund show "
                        + fund.name.quotedForShell)
            }
            return found
        }
    }

    /// Whether the file that is here is known to have other bytes than its version on the server, which didn't take them: a
    /// sync sends changes before files. The person knows why.
    private func hasOtherBytes(_ shared: SharedFile) throws -> Bool {
        guard let sha256 = try shared.owner.flatMap({ try store.file(id: $0) })?.sha256 else { return false }
        return sha256 != shared.content.sha256
    }

    private func send(_ shared: SharedFile) throws {
        guard var offset = try server.arrived(shared.content.sha256) else { return }
        var fruitless = 0
        while true {
            let answer = try sendRest(of: shared, from: min(offset, shared.content.size))
            if answer.status == 200 || answer.status == 201 { break }
            // The server has less or more by now, or another request is just ending there.
            guard answer.isSuccess || answer.status == 409, let next = answer.uploadOffset, next <= shared.content.size
            else { throw refusal(answer, of: shared) }
            fruitless = next > offset ? 0 : fruitless + 1
            guard fruitless < Self.attempts else { throw refusal(answer, of: shared) }
            if answer.head["retry-after"] != nil { SystemClock.sleep(for: .seconds(Self.pause)) }
            offset = next
        }
        outcome.note(.uploaded, .file, shared.selector)
    }

    /// Why the server doesn't take a file. If that is about the file and not about the login, it is named.
    private func refusal(_ answer: CallAnswer, of shared: SharedFile) -> ToolError {
        // It is read twice: for the signature, and to be sent.
        guard answer.problem?.code != "wrongDigest" else {
            return .busy("\(shared.selector) changes while it is sent. Sync again when it is complete.")
        }
        let error = server.refusal(answer)
        return error.kind == .refused ? error : named(error, shared)
    }

    private func named(_ error: ToolError, _ shared: SharedFile) -> ToolError {
        ToolError(error.kind, "\(shared.selector): \(error)")
    }

    private func sendRest(of shared: SharedFile, from offset: Int) throws -> CallAnswer {
        // Its path on the server may be another one: that of a file whose name the server refuses, or that is taken here.
        guard let file = try shared.owner.flatMap({ try store.file(id: $0) }), let fund = try store.fund(id: file.fund)
        else { throw changed(shared) }
        let path = store.place(of: file, in: fund)
        let digest: FileDigest
        do { digest = try FileDigest(of: path, from: offset) } catch let error as SystemError {
            throw ToolError.inputOutput("\(path) can't be read: \(error).")
        }
        guard digest.sha256 == shared.content.sha256 else {
            try recordChange(of: file, in: fund)
            throw ToolError.unreadable("\(shared.selector) changed just now. Sync again to send it.")
        }
        do { return try server.putFile(digest, from: path) } catch let error as ToolError
            where error.kind == .unavailable
        {
            // Such as a disk without room for this file.
            throw named(error, shared)
        }
    }

    private func fetch(_ shared: SharedFile) throws {
        // First: its path may lead out of the fund, where nothing must be deleted. One with a number is in the same folder.
        try store.parent(ofPlace: shared.content.path, in: shared.fund)
        guard let path = try freePath(for: shared) else { return }
        let draft = "\(arriving)/\(shared.content.sha256)"
        try Files.makeFolder(arriving)
        try download(shared, to: draft)
        let place = try store.makePlace(path, in: shared.fund)
        if let owner = shared.owner {
            try refuseUnseenChange(of: shared, by: owner)
            guard try store.database.transaction({ try makeWay(for: shared, at: path, by: owner) }) else {
                throw changed(shared)
            }
        }
        do throws(SystemError) {
            try Files.place(draft, at: place, isReplacing: shared.owner != nil)
        } catch .exists {
            // Somebody has put a file there during the download.
            guard try store.file(at: path, in: shared.fund) == nil else { throw changed(shared) }
            guard (try? FileDigest(of: place).sha256) == shared.content.sha256 else {
                throw ToolError.inputOutput(
                    "\(shared.selector) is there already, but fund doesn't know it. To add it: fund scan")
            }
            try? Files.remove(draft)
        } catch {
            let target = (try? Files.target(of: place)) ?? place
            let name = target == place ? place : "\(place), a link to \(target),"
            throw ToolError.inputOutput("\(name) can't be written: \(error).")
        }
        try record(shared, at: path)
    }

    /// Reads the file that a newer version is to replace: its bytes may have changed although its size and its date are those of the
    /// last scan.
    ///
    /// - Throws: A ``ToolError`` with status 75 if they have. The change is recorded, and the next sync keeps both files.
    private func refuseUnseenChange(of shared: SharedFile, by owner: StoredFile.ID) throws {
        guard let known = try store.object(.file, id: shared.id), known.changes == 0,
            let agreed: FileContent = known.base(), let file = try store.file(id: owner),
            let fund = try store.fund(id: file.fund), store.isUnchanged(file, in: fund)
        else { return }
        let place = store.place(of: file, in: fund)
        let sha256: SHA256Digest
        do { sha256 = try FileDigest(of: place).sha256 } catch let error as SystemError {
            throw ToolError.inputOutput("\(place) can't be read: \(error).")
        }
        // It is the newer version already if a sync was killed before it could record that.
        guard sha256 != agreed.sha256, sha256 != shared.content.sha256 else { return }
        try recordChange(of: file, in: fund)
        throw changed(shared)
    }

    /// Records that a file changed although it has the size and the date of the last scan.
    private func recordChange(of file: StoredFile, in fund: Fund) throws {
        guard let entry = Files.entry(file.path, in: store.folder(of: fund)) else { return }
        try Scanner(store: store).record(entry, of: fund) { console.say($0) }
        try store.noteChange(of: file)
    }

    /// Gives the file that is here the path that its newer version gets, which then replaces it. Until then, the path is nobody's
    /// change: if the fetch fails or is killed, the next one goes on.
    ///
    /// - Returns: Whether it may be replaced: not if it has changed. Another process may have scanned the change since this sync
    ///   compared the two, or it can't be compared because it can't be read.
    func makeWay(for shared: SharedFile, at path: String, by owner: StoredFile.ID) throws -> Bool {
        guard let known = try store.object(.file, id: shared.id), known.owner == owner, known.changes == 0,
            let file = try store.file(id: owner), let fund = try store.fund(id: file.fund),
            store.isUnchanged(file, in: fund), try store.move(file, toFreePath: path, in: shared.fund)
        else { return false }
        try store.put(known)
        return true
    }

    /// The path that a file gets here: its own, or one with a number if another file or a folder with files has that.
    ///
    /// The server has two files of one path after two devices have sent theirs at the same moment. The one that sent the second gives
    /// that another name with its next sync, which may be far off.
    ///
    /// - Returns: nil if the file that has the path is equal, and no version of this one is here. Then it is not needed.
    /// - Throws: A ``ToolError`` with status 74 if the path is that of a link that leads nowhere, which a scan can't record.
    private func freePath(for shared: SharedFile) throws -> String? {
        let path = shared.content.path
        let place = "\(store.folder(of: shared.fund))/\(path)"
        if Files.isBrokenLink(place) {
            let target = (try? Files.target(of: place)).map { ": \($0)" } ?? ""
            throw ToolError.inputOutput(
                "“\(shared.selector)” is a link that leads nowhere\(target). Mount its disk, or delete the link, and sync "
                    + "again.")
        }
        if store.hasFolder(at: path, in: shared.fund), try !store.removeEmptyFolder(at: path, in: shared.fund) {
            return try numberedPath(for: shared)
        }
        guard let file = try store.file(inPlaceOf: path, in: shared.fund), file.id != shared.owner else { return path }
        // The next sync compares one that the server doesn't know.
        guard let other = try store.object(.file, owner: file.id), other.isSent else { throw changed(shared) }
        let isEqual = other.changes == 0 && other.base(as: FileContent.self)?.sha256 == shared.content.sha256
        if shared.owner == nil, isEqual { return nil }
        let files = try store.sharedFiles()
        if let newer = files.first(where: { $0.id == other.id && $0.needsFetching }), try follow(newer, with: file),
            try store.file(inPlaceOf: path, in: shared.fund) == nil
        {
            outcome.note(.renamed, .file, newer.selector)
            return path
        }
        return try numberedPath(for: shared)
    }

    /// The first path with a number that is free for a file.
    private func numberedPath(for shared: SharedFile) throws -> String? {
        let taken = Set(try store.sharedFiles().map(\.selector))
        for number in 2... {
            let candidate = PathParts(shared.content.path).numbered(number)
            let place = "\(store.folder(of: shared.fund))/\(candidate)"
            guard !taken.contains("\(shared.fund.name)/\(candidate)") else { continue }
            // A fetch that was killed may have given it this path.
            let isItsOwn = try shared.owner != nil && store.file(at: candidate, in: shared.fund)?.id == shared.owner
            if isItsOwn || (try? Files.isDirectory(place)) == nil { return candidate }
        }
        return nil
    }

    /// Gives a file the path of its newer version before that is fetched, because its old one is in the way of another file.
    ///
    /// - Returns: Whether it has that path now.
    private func follow(_ newer: SharedFile, with file: StoredFile) throws -> Bool {
        guard !closed.contains(newer.fund.id) else { return false }
        return try store.database.transaction { try makeWay(for: newer, at: newer.content.path, by: file.id) }
    }

    private func changed(_ shared: SharedFile) -> ToolError {
        .busy("\(shared.selector) changed here just now. Sync again.")
    }

    /// Gets the rest of a file. If the connection breaks off, the part that has arrived stays.
    private func download(_ shared: SharedFile, to draft: String) throws {
        do {
            var part = try PartFile(draft)
            // A sync was killed while it gave the file its place. What is there now may be in use.
            if part.hasOtherName { part = try PartFile(replacing: draft) }
            while part.count < shared.content.size || shared.content.size == 0 {
                let before = part.count
                do {
                    try fetchRest(of: shared, into: part)
                    break
                } catch let error as ToolError where error.kind == .unavailable && part.count > before {
                    // It broke off, but something came.
                }
            }
            try part.synchronize(modified: Timestamp(milliseconds: shared.content.modified).seconds)
        } catch let error as RemoteError {
            throw ToolError(error)
        } catch let error as ToolError where error.kind == .notFound {
            throw ToolError.notFound(
                "\(shared.selector) is not on the server. On a device that has it: fund sync --files "
                    + shared.selector.quotedForShell)
        }
        guard try FileDigest(of: draft).sha256 == shared.content.sha256 else {
            try? Files.remove(draft)
            throw ToolError.unreadable("\(shared.selector) arrived damaged. Sync again to fetch it again.")
        }
    }

    private func fetchRest(of shared: SharedFile, into part: PartFile) throws {
        var call = ServerCall(.get, "/v1/files/\(shared.content.sha256)")
        if part.count > 0 { call.fields = ["Range: bytes=\(part.count)-"] }
        try server.copy(
            call, begin: { head in if head.status == 200 { try part.truncate(to: 0) } }, to: { try part.append($0) })
    }

    private func record(_ shared: SharedFile, at path: String) throws {
        let folder = store.folder(of: shared.fund)
        guard let entry = Files.entry(path, in: folder) else { return }
        try Scanner(store: store).record(entry, of: shared.fund) { console.say($0) }
        let isNumbered = !path.hasBytes(of: shared.content.path)
        try store.database.transaction {
            guard let file = try store.file(at: path, in: shared.fund) else { return }
            try store.settle(shared, as: file, isChanged: isNumbered)
            try store.setSHA256(shared.content.sha256, of: file)
        }
        try store.noteUpload(of: shared)
        outcome.note(.fetched, .file, "\(shared.fund.name)/\(path)")
        if isNumbered {
            let things = store.hasFolder(at: shared.content.path, in: shared.fund) ? "A folder and a file" : "Two files"
            outcome.notice(
                "\(things) of “\(shared.fund.name)” would be called “\(shared.content.path)”: one is “\(path)” now.")
        }
    }
}

extension ToolError {
    /// Whether it is about one file, so that others can still be sent and fetched.
    fileprivate var concernsOneFile: Bool { [.unreadable, .notFound, .inputOutput, .busy].contains(kind) }
}
