import AppGroupPlatform
import Serving

/// Files that users have sent and not published yet, separately for each user: nobody learns whether another user sent a file.
///
/// Each user has a folder, named by their ID. In it, `<hash>.part` is being sent, `<hash>` is complete, hashed and on the disk,
/// and `<random>.form` comes from a browser and has no known hash until its end. A file is locked while it is written, so that
/// two writers in any processes never write the same file, and so that files left by a killed server can be recognized.
struct UploadStore: Sendable {
    /// How much of a file has arrived.
    struct State: Hashable, Sendable {
        /// In bytes; the next byte goes there.
        let offset: UInt64
        /// Whether all of it has arrived and its hash is right.
        let isWhole: Bool
    }

    let limits: UploadLimits
    private let folder: String

    /// Opens the store, and makes it if there is none.
    init(folder: String, limits: UploadLimits = .standard) throws {
        self.folder = folder
        self.limits = limits
        do { _ = try OwnFolder.make(folder) } catch { throw StorageError.error(error, at: folder) }
    }

    /// How much of a file a user has sent; `nil` if nothing.
    func state(of hash: BlobDigest, from user: User.ID) async throws -> State? {
        try await DiskWork.run(at: folder) {
            if let size = try Files.size(of: path(of: hash, from: user)) { return State(offset: size, isWhole: true) }
            if let size = try Files.size(of: path(of: hash, from: user) + ".part") {
                return State(offset: size, isWhole: false)
            }
            return nil
        }
    }

    /// The path of a complete file that a user has sent; `nil` if there is none.
    func file(of hash: BlobDigest, from user: User.ID) async throws -> String? {
        let path = path(of: hash, from: user)
        return try await DiskWork.run(at: folder) { try Files.size(of: path) == nil ? nil : path }
    }

    /// Begins or continues to receive a file.
    ///
    /// - Parameters:
    ///   - offset: Where to continue; `nil` starts over.
    ///   - total: The size of the whole file in bytes.
    ///   - shared: The complete files of the user, if they are known by other means than the folder. They count against the limit
    ///     instead of those in the folder.
    /// - Throws: ``UploadError``, or ``ServiceError`` if the disk is full.
    func begin(
        _ hash: BlobDigest, from user: User.ID, at offset: UInt64?, total: UInt64, besides shared: [BlobDigest]? = nil
    ) async throws -> Upload {
        guard total <= limits.size else { throw UploadError.tooLarge(limit: limits.size) }
        let path = path(of: hash, from: user)
        let file = try await DiskWork.run(at: folder) {
            try checkRoom(for: total - min(total, offset ?? 0))
            let exists = try Files.size(of: path + ".part") != nil
            if !exists, let offset, offset > 0 { throw UploadError.wrongOffset(0) }
            if !exists { try checkCount(user, besides: shared) }
            let file = try Self.openLocked(path + ".part")
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
    func beginForm(from user: User.ID) async throws -> FormUpload {
        let path = "\(folder(of: user))/\(OwnFolder.randomName())\(Self.formEnding)"
        let file = try await DiskWork.run(at: folder) {
            try checkRoom(for: 0)
            try checkCount(user, besides: nil)
            return try Self.openLocked(path)
        }
        return FormUpload(
            path: path, limit: limits.size, file: try await HashedFile(resuming: file),
            destination: { [self] in self.path(of: $0, from: user) })
    }

    /// Removes a file that was published or is not wanted.
    func remove(_ hash: BlobDigest, from user: User.ID) async throws {
        try await DiskWork.run(at: folder) { try removeFile("\(hash)", of: "\(user.rawValue)") }
    }

    /// Removes uploads that have not been continued or published for too long, and abandoned forms.
    ///
    /// - Parameter now: Seconds since 1970.
    func removeAbandoned(now: Int64) async throws {
        let oldest = now - limits.age.components.seconds
        try await DiskWork.run(at: folder) {
            let users = try OpenFolder(folder)
            for user in try users.names() where Int64(user) != nil {
                // A link is not the catalog's own.
                guard let uploads = try? users.folder(user) else { continue }
                for name in try uploads.names() where Self.isUpload(name) {
                    try? Self.remove(name, in: uploads, ifLastChangedBefore: oldest)
                }
                try? users.removeEmptyFolder(user)
            }
        }
    }

    /// The users with files here.
    func users() async throws -> [User.ID] {
        try await DiskWork.run(at: folder) {
            try OpenFolder(folder).names().compactMap { Int64($0).map { User.ID(rawValue: $0) } }
        }
    }

    /// Removes complete files of a user.
    func removeWhole(
        from user: User.ID, except kept: Set<BlobDigest>, ifLastChangedBefore oldest: Int64
    ) async throws {
        try await DiskWork.run(at: folder) {
            let users = try OpenFolder(folder)
            guard let uploads = try? users.folder("\(user.rawValue)") else { return }
            for name in try uploads.names() where BlobDigest(name).map({ !kept.contains($0) }) ?? false {
                try? Self.remove(name, in: uploads, ifLastChangedBefore: oldest)
            }
            try? users.removeEmptyFolder("\(user.rawValue)")
        }
    }

    private func removeFile(_ name: String, of user: String) throws(SystemError) {
        let users = try OpenFolder(folder)
        // A link is not the catalog's own.
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
    private static let formEnding = ".form"

    /// Whether a name is one of those that this store gives to files.
    private static func isUpload(_ name: String) -> Bool {
        if name.hasSuffix(formEnding) { return OwnFolder.isRandom(name.dropLast(formEnding.count)) }
        return BlobDigest(name.hasSuffix(partEnding) ? String(name.dropLast(partEnding.count)) : name) != nil
    }

    // MARK: - Files

    private func folder(of user: User.ID) -> String { "\(folder)/\(user.rawValue)" }

    private func path(of hash: BlobDigest, from user: User.ID) -> String { "\(folder(of: user))/\(hash)" }

    private func checkCount(_ user: User.ID, besides shared: [BlobDigest]?) throws {
        let uploads = try OwnFolder.make("\(user.rawValue)", in: try OpenFolder(folder))
        var count = try uploads.names().count { shared == nil || BlobDigest($0) == nil }
        count += shared?.count ?? 0
        guard count < limits.files else {
            throw UploadError.tooMany(limit: limits.files)
        }
    }

    private func checkRoom(for bytes: UInt64) throws {
        let needed = bytes.addingReportingOverflow(limits.reserve)
        guard !needed.overflow, try DiskSpace(at: folder).freeBytes >= needed.partialValue else {
            throw ServiceError(.noSpace, "The server's disk has no room for this; its administrator must make room.")
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

/// Limits on files that are not published yet.
struct UploadLimits: Sendable {
    /// Of one file, in bytes.
    var size: UInt64 = 4 << 30
    /// Files of one user, complete or not.
    var files = 16
    /// How long a file stays without being continued or published.
    var age = Duration.seconds(7 * 24 * 3600)
    /// Bytes of the disk to leave free for everything else.
    var reserve: UInt64 = 64 << 20

    static let standard = UploadLimits()
}

/// Why an upload is refused or ended.
enum UploadError: Error, Hashable, Sendable {
    /// It must continue at this offset.
    case wrongOffset(UInt64)
    /// Another request of the same user is sending the same file; this many bytes have arrived.
    case busy(UInt64)
    /// The bytes do not have the announced hash.
    case hashMismatch
    /// There are more bytes than announced.
    case tooLong
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: UInt64)
    /// The user has too many files that are not published yet.
    case tooMany(limit: Int)
}
