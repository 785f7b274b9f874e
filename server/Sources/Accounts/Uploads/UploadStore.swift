import AppGroupPlatform
public import Serving

/// Files that users have sent and that are not needed yet, such as packages before they are published, separately for each user:
/// no user learns whether another one sent a file.
///
/// Each user has a folder, named by their ID, whose files have an ``UploadName``. A file is locked while it is written, so that
/// two writers in any processes never write the same file, and so that files left by a killed server can be recognized.
public struct UploadStore: Sendable {
    /// How much of a file has arrived.
    public struct State: Hashable, Sendable {
        /// In bytes; the next byte goes there.
        public let offset: UInt64
        /// Whether all of it has arrived and its hash is right.
        public let isWhole: Bool

        package init(offset: UInt64, isWhole: Bool) { (self.offset, self.isWhole) = (offset, isWhole) }
    }

    package let limits: UploadLimits
    private let folder: String

    /// Opens the store, and makes it if there is none.
    ///
    /// - Parameter folder: A folder for the store alone, in an existing folder.
    public init(folder: String, limits: UploadLimits = .standard) throws {
        self.folder = folder
        self.limits = limits
        do { _ = try OwnFolder.make(folder) } catch { throw StorageError.error(error, at: folder) }
    }

    /// How much of a file a user has sent; `nil` if nothing. A copy of a file that is kept elsewhere does not count.
    public func state(of hash: BlobDigest, from user: AccountID) async throws -> State? {
        try await DiskWork.run(at: folder) {
            if let whole = try size(of: .whole(hash), from: user), try size(of: .kept(hash), from: user) == nil {
                return State(offset: whole, isWhole: true)
            }
            return try size(of: .part(hash), from: user).map { State(offset: $0, isWhole: false) }
        }
    }

    /// The path of a complete file that a user has sent; `nil` if there is none.
    public func file(of hash: BlobDigest, from user: AccountID) async throws -> String? {
        try await DiskWork.run(at: folder) {
            try size(of: .whole(hash), from: user) == nil ? nil : path(of: .whole(hash), from: user)
        }
    }

    /// Notes that a complete file is now kept elsewhere, too: what is here is a copy.
    package func noteCopy(of hash: BlobDigest, from user: AccountID) async throws {
        try await DiskWork.run(at: folder) {
            guard try size(of: .whole(hash), from: user) != nil else { return }
            _ = try OpenFile(writing: path(of: .kept(hash), from: user))
        }
    }

    /// Gives a file whose hash is known its name. It is no copy, even if an earlier one of that name was.
    static func complete(_ name: UploadName, as hash: BlobDigest, in folder: String) async throws {
        let whole = UploadName.whole(hash).path(in: folder)
        try await DiskWork.run(at: whole) {
            try Files.removeIfThere(UploadName.kept(hash).path(in: folder))
            try Files.renameDurably(name.path(in: folder), to: whole)
        }
    }

    /// Begins or continues to receive a file.
    ///
    /// - Parameters:
    ///   - offset: Where to continue; `nil` starts over.
    ///   - total: The size of the entire file, in bytes.
    ///   - shared: The files of the user that are kept elsewhere. They count against the limit instead of their copies.
    /// - Throws: ``UploadError``, or ``ServiceError`` if the disk is full.
    package func begin(
        _ hash: BlobDigest, from user: AccountID, at offset: UInt64?, total: UInt64, besides shared: [BlobDigest]?
    ) async throws -> Upload {
        try await begin(hash, from: user, at: offset, total: total) { try checkCount(user, besides: shared) }
    }

    /// Begins to copy a file that is kept elsewhere, where it counts against the limit already.
    ///
    /// - Parameter size: In bytes.
    /// - Throws: ``UploadError``, or ``ServiceError`` if the disk is full.
    package func beginCopy(of hash: BlobDigest, from user: AccountID, size: UInt64) async throws -> Upload {
        try await begin(hash, from: user, at: nil, total: size) {}
    }

    /// - Parameter checkCount: Throws if the user may not send another file.
    private func begin(
        _ hash: BlobDigest, from user: AccountID, at offset: UInt64?, total: UInt64,
        checkingCount checkCount: @escaping @Sendable () throws -> Void
    ) async throws -> Upload {
        guard total <= limits.size else { throw UploadError.tooLarge(limit: limits.size) }
        let file = try await DiskWork.run(at: folder) {
            try checkRoom(for: total - min(total, offset ?? 0))
            let exists = try size(of: .part(hash), from: user) != nil
            if !exists, let offset, offset > 0 { throw UploadError.wrongOffset(0) }
            let file = try inFolder(of: user) {
                if !exists { try checkCount() }
                return try Self.openLocked(path(of: .part(hash), from: user))
            }
            let size = try file.size()
            if let offset {
                guard offset == size else { throw UploadError.wrongOffset(size) }
            } else {
                try file.truncate(to: 0)
            }
            return file
        }
        return Upload(hash, in: folder(of: user), total: total, file: try await HashedFile(resuming: file))
    }

    /// Begins to receive a file of unknown hash.
    ///
    /// - Parameters:
    ///   - size: How many bytes it has at most, as far as that is known.
    ///   - shared: As for ``begin(_:from:at:total:besides:)``.
    package func beginForm(
        from user: AccountID, atMost size: UInt64 = 0, besides shared: [BlobDigest]? = nil
    ) async throws -> FormUpload {
        let name = UploadName.form(RandomName.make())
        let file = try await DiskWork.run(at: folder) {
            try checkRoom(for: min(size, limits.size))
            return try inFolder(of: user) {
                try checkCount(user, besides: shared)
                return try Self.openLocked(path(of: name, from: user))
            }
        }
        return FormUpload(
            name, in: folder(of: user), limit: limits.size, file: try await HashedFile(resuming: file))
    }

    /// Removes a file that was published or is not wanted.
    public func remove(_ hash: BlobDigest, from user: AccountID) async throws {
        try await DiskWork.run(at: folder) {
            for name in [UploadName.kept(hash), .whole(hash)] { try removeFile(name, of: "\(user.rawValue)") }
        }
    }

    /// How much there is of files that a user has begun to send, in bytes by their hashes.
    public func unfinished(from user: AccountID) async throws -> [BlobDigest: UInt64] {
        try await DiskWork.run(at: folder) {
            guard let uploads = try Self.existing(folder(of: user)) else { return [:] }
            var sizes: [BlobDigest: UInt64] = [:]
            for name in try uploads.names().compactMap(UploadName.init) {
                guard case .part(let hash) = name else { continue }
                sizes[hash] = try size(of: name, from: user)
            }
            return sizes
        }
    }

    /// Removes the incomplete file of an upload, unless a request is sending it.
    public func removeUnfinished(_ hash: BlobDigest, from user: AccountID) async throws {
        try await DiskWork.run(at: folder) {
            guard let uploads = try Self.existing(folder(of: user)) else { return }
            do throws(SystemError) {
                try Self.remove(.part(hash), in: uploads, ifLastChangedBefore: nil)
            } catch .notFound {}
        }
    }

    /// The users who have sent anything that is still here.
    public func users() async throws -> [AccountID] {
        try await DiskWork.run(at: folder) {
            try OpenFolder(folder).names().compactMap { Int64($0).map { AccountID(rawValue: $0) } }
        }
    }

    /// Removes everything that a user has sent, except what a request is sending.
    public func removeAll(from user: AccountID) async throws {
        try await DiskWork.run(at: folder) { try clear("\(user.rawValue)", ifLastChangedBefore: nil) }
    }

    private static func existing(_ folder: String) throws(SystemError) -> OpenFolder? {
        do { return try OpenFolder(folder) } catch .notFound { return nil }
    }

    /// Removes uploads that have not been continued or published for too long, and abandoned forms.
    ///
    /// - Parameter now: Seconds since 1970.
    public func removeAbandoned(now: Int64) async throws {
        let oldest = now - limits.age.components.seconds
        try await DiskWork.run(at: folder) {
            for user in try OpenFolder(folder).names() where Int64(user) != nil {
                try clear(user, ifLastChangedBefore: oldest)
            }
        }
    }

    /// Removes copies of files that are no longer kept elsewhere.
    package func removeCopies(
        from user: AccountID, except kept: Set<BlobDigest>, ifLastChangedBefore oldest: Int64
    ) async throws {
        try await DiskWork.run(at: folder) {
            try clear("\(user.rawValue)", ifLastChangedBefore: oldest) { names in
                names.copies.subtracting(kept).flatMap { [.kept($0), .whole($0)] }
            }
        }
    }

    /// Removes files that no request is writing, and then the user's folder if it is empty.
    ///
    /// - Parameters:
    ///   - user: The name of the user's folder.
    ///   - oldest: Only what was last changed before this moment, and forms of any age, which no request can continue; `nil` for
    ///     everything.
    ///   - choose: The names to remove, in this order, of all that there are.
    private func clear(
        _ user: String, ifLastChangedBefore oldest: Int64?, choose: ([UploadName]) -> [UploadName] = { $0 }
    ) throws(SystemError) {
        let users = try OpenFolder(folder)
        // A link is not the store's own.
        guard let uploads = try? users.folder(user) else { return }
        for name in choose(try uploads.names().compactMap(UploadName.init)) {
            try? Self.remove(name, in: uploads, ifLastChangedBefore: oldest)
        }
        try? users.removeEmptyFolder(user)
    }

    private func removeFile(_ name: UploadName, of user: String) throws(SystemError) {
        let users = try OpenFolder(folder)
        // A link is not the store's own.
        do { try users.folder(user).remove(name.fileName) } catch .notFound {} catch .notFolder { return }
        try? users.removeEmptyFolder(user)
    }

    private static func remove(
        _ name: UploadName, in uploads: OpenFolder, ifLastChangedBefore oldest: Int64?
    ) throws(SystemError) {
        let file = try OpenFile(reading: name.fileName, in: uploads)
        guard try file.tryLock(.exclusive) else { return }
        if let oldest, !name.isForm, try file.modified() >= oldest { return }
        try uploads.remove(name.fileName)
    }

    // MARK: - Files

    private func folder(of user: AccountID) -> String { "\(folder)/\(user.rawValue)" }

    private func path(of name: UploadName, from user: AccountID) -> String { name.path(in: folder(of: user)) }

    private func size(of name: UploadName, from user: AccountID) throws(SystemError) -> UInt64? {
        try Files.size(of: path(of: name, from: user))
    }

    /// Runs what makes a file in the folder of a user. Another request may remove the folder at any moment as long as it is empty.
    private func inFolder<Result>(of user: AccountID, _ body: () throws -> Result) throws -> Result {
        func attempt() throws -> Result {
            _ = try OwnFolder.make("\(user.rawValue)", in: try OpenFolder(folder))
            return try body()
        }
        for _ in 0..<20 {
            do { return try attempt() } catch let error as SystemError where error == .notFound {}
        }
        return try attempt()
    }

    private func checkCount(_ user: AccountID, besides shared: [BlobDigest]?) throws {
        let uploads = try OpenFolder(folder).folder("\(user.rawValue)")
        let (names, shared) = (try uploads.names().compactMap(UploadName.init), Set(shared ?? []))
        let others = names.copies.union(shared)
        let count = names.count { name in
            switch name {
            case .whole(let hash): !others.contains(hash)
            case .part, .form: true
            case .kept: false
            }
        }
        guard count + shared.count < limits.files else { throw UploadError.tooMany(limit: limits.files) }
    }

    private func checkRoom(for bytes: UInt64) throws {
        let (sum, isTooLarge) = bytes.addingReportingOverflow(limits.reserve)
        let (needed, free) = (isTooLarge ? .max : sum, try DiskSpace(at: folder).freeBytes)
        guard free >= needed else {
            throw ServiceError(
                .noSpace,
                "The disk of \(folder) has \(free) bytes left. An upload of \(bytes) bytes needs \(needed), since "
                    + "\(limits.reserve) stay free; make room on it.",
                answer: "The server's disk has no room for this; its administrator must make room.")
        }
    }

    /// Opens a file and locks it, and makes sure that it is still the file of that name.
    private static func openLocked(_ path: String) throws -> OpenFile {
        while true {
            let file = try OpenFile(writing: path)
            guard try file.tryLock(.exclusive) else { throw UploadError.busy(try file.size()) }
            if try file.isNamedFile() { return file }
        }
    }
}
