import AppGroupPlatform
public import Serving

/// Files that users have sent and that are not needed yet, such as packages before they are published, separately for each user:
/// no user learns whether another one sent a file.
///
/// Each user has a folder, named by their ID. In it, `<hash>.part` is being sent, `<hash>` is complete, hashed and on the disk,
/// the empty file `<hash>.kept` says that `<hash>` is kept elsewhere, too, and `<random>.form` comes from a browser and has no known
/// hash until its end. A file is locked while it is written, so that two writers in any processes never write the same file, and
/// so that files left by a killed server can be recognized.
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
            let path = path(of: hash, from: user)
            if let size = try Files.size(of: path), try Files.size(of: path + Self.keptEnding) == nil {
                return State(offset: size, isWhole: true)
            }
            return try Files.size(of: path + Self.partEnding).map { State(offset: $0, isWhole: false) }
        }
    }

    /// The path of a complete file that a user has sent; `nil` if there is none.
    public func file(of hash: BlobDigest, from user: AccountID) async throws -> String? {
        let path = path(of: hash, from: user)
        return try await DiskWork.run(at: folder) { try Files.size(of: path) == nil ? nil : path }
    }

    /// Notes that a complete file is now kept elsewhere, too: what is here is a copy.
    package func noteCopy(of hash: BlobDigest, from user: AccountID) async throws {
        let path = path(of: hash, from: user)
        try await DiskWork.run(at: folder) {
            if try Files.size(of: path) != nil { _ = try OpenFile(writing: path + Self.keptEnding) }
        }
    }

    /// Gives a file whose hash is known its name. It is no copy, even if an earlier one of that name was.
    static func complete(_ path: String, as whole: String) async throws {
        try await DiskWork.run(at: whole) {
            try Files.removeIfThere(whole + keptEnding)
            try Files.renameDurably(path, to: whole)
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
        guard total <= limits.size else { throw UploadError.tooLarge(limit: limits.size) }
        let path = path(of: hash, from: user)
        let file = try await DiskWork.run(at: folder) {
            try checkRoom(for: total - min(total, offset ?? 0))
            let exists = try Files.size(of: path + Self.partEnding) != nil
            if !exists, let offset, offset > 0 { throw UploadError.wrongOffset(0) }
            let file = try inFolder(of: user) {
                if !exists { try checkCount(user, besides: shared) }
                return try Self.openLocked(path + Self.partEnding)
            }
            let size = try file.size()
            if let offset {
                guard offset == size else { throw UploadError.wrongOffset(size) }
            } else {
                try file.truncate(to: 0)
            }
            return file
        }
        return Upload(path: path, hash: hash, total: total, file: try await HashedFile(resuming: file))
    }

    /// Begins to receive a file of unknown hash.
    ///
    /// - Parameters:
    ///   - size: How many bytes it has at most, as far as that is known.
    ///   - shared: As for ``begin(_:from:at:total:besides:)``.
    package func beginForm(
        from user: AccountID, atMost size: UInt64 = 0, besides shared: [BlobDigest]? = nil
    ) async throws -> FormUpload {
        let path = "\(folder(of: user))/\(RandomName.make())\(Self.formEnding)"
        let file = try await DiskWork.run(at: folder) {
            try checkRoom(for: min(size, limits.size))
            return try inFolder(of: user) {
                try checkCount(user, besides: shared)
                return try Self.openLocked(path)
            }
        }
        return FormUpload(
            path: path, limit: limits.size, file: try await HashedFile(resuming: file),
            destination: { [self] in self.path(of: $0, from: user) })
    }

    /// Removes a file that was published or is not wanted.
    public func remove(_ hash: BlobDigest, from user: AccountID) async throws {
        try await DiskWork.run(at: folder) {
            for name in ["\(hash)\(Self.keptEnding)", "\(hash)"] { try removeFile(name, of: "\(user.rawValue)") }
        }
    }

    /// How much there is of files that a user has begun to send, in bytes by their hashes.
    public func unfinished(from user: AccountID) async throws -> [BlobDigest: UInt64] {
        try await DiskWork.run(at: folder) {
            guard let uploads = try Self.existing(folder(of: user)) else { return [:] }
            var sizes: [BlobDigest: UInt64] = [:]
            for name in try uploads.names() {
                guard name.hasSuffix(Self.partEnding), let hash = BlobDigest(name.dropLast(Self.partEnding.count))
                else { continue }
                sizes[hash] = try Files.size(of: path(of: hash, from: user) + Self.partEnding)
            }
            return sizes
        }
    }

    /// Removes the incomplete file of an upload, unless a request is sending it.
    public func removeUnfinished(_ hash: BlobDigest, from user: AccountID) async throws {
        try await DiskWork.run(at: folder) { try removeUnfinished("\(hash)\(Self.partEnding)", in: folder(of: user)) }
    }

    private func removeUnfinished(_ name: String, in folder: String) throws(SystemError) {
        guard let uploads = try Self.existing(folder) else { return }
        do { try Self.remove(name, in: uploads, ifLastChangedBefore: .max) } catch .notFound {}
    }

    /// The users who have sent anything that is still here.
    public func users() async throws -> [AccountID] {
        try await DiskWork.run(at: folder) {
            try OpenFolder(folder).names().compactMap { Int64($0).map { AccountID(rawValue: $0) } }
        }
    }

    /// Removes everything that a user has sent, except what a request is sending.
    public func removeAll(from user: AccountID) async throws {
        try await DiskWork.run(at: folder) {
            let users = try OpenFolder(folder)
            // A link is not the store's own.
            guard let uploads = try? users.folder("\(user.rawValue)") else { return }
            for name in try uploads.names() where Self.isUpload(name) {
                try? Self.remove(name, in: uploads, ifLastChangedBefore: .max)
            }
            try? users.removeEmptyFolder("\(user.rawValue)")
        }
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
            let users = try OpenFolder(folder)
            for user in try users.names() where Int64(user) != nil {
                // A link is not the store's own.
                guard let uploads = try? users.folder(user) else { continue }
                for name in try uploads.names() where Self.isUpload(name) {
                    try? Self.remove(name, in: uploads, ifLastChangedBefore: oldest)
                }
                try? users.removeEmptyFolder(user)
            }
        }
    }

    /// Removes copies of files that are no longer kept elsewhere.
    package func removeCopies(
        from user: AccountID, except kept: Set<BlobDigest>, ifLastChangedBefore oldest: Int64
    ) async throws {
        try await DiskWork.run(at: folder) {
            let users = try OpenFolder(folder)
            guard let uploads = try? users.folder("\(user.rawValue)") else { return }
            for hash in Self.copies(among: try uploads.names()).subtracting(kept) {
                for name in ["\(hash)\(Self.keptEnding)", "\(hash)"] {
                    try? Self.remove(name, in: uploads, ifLastChangedBefore: oldest)
                }
            }
            try? users.removeEmptyFolder("\(user.rawValue)")
        }
    }

    private func removeFile(_ name: String, of user: String) throws(SystemError) {
        let users = try OpenFolder(folder)
        // A link is not the store's own.
        do { try users.folder(user).remove(name) } catch .notFound {} catch .notDirectory { return }
        try? users.removeEmptyFolder(user)
    }

    private static func remove(
        _ name: String, in uploads: OpenFolder, ifLastChangedBefore oldest: Int64
    ) throws(SystemError) {
        let file = try OpenFile(reading: name, in: uploads)
        guard try file.tryLock(.exclusive) else { return }
        let modified = try file.modified()
        if name.hasSuffix(formEnding) || modified < oldest { try uploads.remove(name) }
    }

    private static let partEnding = ".part"
    private static let keptEnding = ".kept"
    private static let formEnding = ".form"

    /// Whether a name is one of those that this store gives to files.
    private static func isUpload(_ name: String) -> Bool {
        if name.hasSuffix(formEnding) { return OwnFolder.isRandom(name.dropLast(formEnding.count)) }
        let ending = [partEnding, keptEnding].first(where: name.hasSuffix) ?? ""
        return BlobDigest(name.dropLast(ending.count)) != nil
    }

    /// The files that are kept elsewhere, too.
    private static func copies(among names: [String]) -> Set<BlobDigest> {
        Set(names.filter { $0.hasSuffix(keptEnding) }.compactMap { BlobDigest($0.dropLast(keptEnding.count)) })
    }

    // MARK: - Files

    private func folder(of user: AccountID) -> String { "\(folder)/\(user.rawValue)" }

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

    private func path(of hash: BlobDigest, from user: AccountID) -> String { "\(folder(of: user))/\(hash)" }

    private func checkCount(_ user: AccountID, besides shared: [BlobDigest]?) throws {
        let uploads = try OpenFolder(folder).folder("\(user.rawValue)")
        let (names, shared) = (try uploads.names(), Set(shared ?? []))
        let others = Self.copies(among: names).union(shared)
        let count = names.count { name in
            !name.hasSuffix(Self.keptEnding) && !(BlobDigest(name).map(others.contains) ?? false)
        }
        guard count + shared.count < limits.files else {
            throw UploadError.tooMany(limit: limits.files)
        }
    }

    private func checkRoom(for bytes: UInt64) throws {
        let needed = bytes.addingReportingOverflow(limits.reserve)
        guard !needed.overflow, try DiskSpace(at: folder).freeBytes >= needed.partialValue else {
            throw ServiceError(
                .noSpace, "The disk of \(folder) has no room for \(bytes) bytes of an upload; make room on it.",
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
