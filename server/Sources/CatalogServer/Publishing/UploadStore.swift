import AppPackage
import SystemPackage

/// What users have sent and not published yet, each user's alone: nobody learns whether a file is there that another sent.
///
/// A folder a user, by his identity. In it `<hash>.part` is being sent, and `<hash>` is whole, hashed and on the disk;
/// `<random>.form` comes from a browser, whose hash is not known before its end. Who writes a file holds its lock, so that
/// two at once leave one, in whatever process they are, and so that what a killed server left can be told from the rest.
struct UploadStore: Sendable {
    /// How much of a file is there.
    struct State: Hashable, Sendable {
        /// Bytes; the next one goes here.
        let offset: UInt64
        /// Whether all of it is there, and its hash is right.
        let isWhole: Bool
    }

    let limits: UploadLimits
    private let folder: String

    /// Opens the store, and makes it where there is none.
    init(folder: String, limits: UploadLimits = .standard) throws {
        self.folder = folder
        self.limits = limits
        do { try FileTree.ensureFolder(folder) } catch { throw StorageError.error(error, at: folder) }
    }

    /// How much of a file a user has sent; `nil` for nothing.
    func state(of hash: BlobDigest, from user: User.ID) async throws -> State? {
        try await reporting {
            if let size = try Self.size(of: path(of: hash, from: user)) { return State(offset: size, isWhole: true) }
            if let size = try Self.size(of: path(of: hash, from: user) + ".part") {
                return State(offset: size, isWhole: false)
            }
            return nil
        }
    }

    /// Where the whole file lies that a user has sent; `nil` where it is not whole.
    func file(of hash: BlobDigest, from user: User.ID) async throws -> String? {
        let path = path(of: hash, from: user)
        return try await reporting { try Self.size(of: path) == nil ? nil : path }
    }

    /// Begins to take a file, or goes on with it.
    ///
    /// - Parameters:
    ///   - offset: Where to go on; `nil` begins anew.
    ///   - total: Bytes of the whole file.
    /// - Throws: ``UploadError``; ``ServiceError`` where the disk is full.
    func begin(_ hash: BlobDigest, from user: User.ID, at offset: UInt64?, total: UInt64) async throws -> Upload {
        guard total <= limits.size else { throw UploadError.tooLarge(limit: limits.size) }
        let path = path(of: hash, from: user)
        let file = try await reporting {
            try checkRoom(for: total - min(total, offset ?? 0), user)
            let isThere = try Self.size(of: path + ".part") != nil
            if !isThere, let offset, offset > 0 { throw UploadError.wrongOffset(0) }
            if !isThere { try checkCount(user) }
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

    /// Begins to take a file whose hash nobody knows yet.
    func beginForm(from user: User.ID) async throws -> FormUpload {
        let path = "\(folder(of: user))/\(String(UInt64.random(in: 0 ... .max), radix: 36)).form"
        let file = try await reporting {
            try checkRoom(for: 0, user)
            try checkCount(user)
            return try Self.openLocked(path)
        }
        return FormUpload(
            path: path, limit: limits.size, file: try await HashedFile(resuming: file),
            destination: { [self] in self.path(of: $0, from: user) })
    }

    /// Forgets a file that was published, or is not wanted.
    func remove(_ hash: BlobDigest, from user: User.ID) async throws {
        let path = path(of: hash, from: user)
        try await reporting {
            try FileTree.removeIfThere(path)
            FileTree.removeEmptyFolder(folder(of: user))
        }
    }

    /// Removes what nobody went on with or published for too long, and what was left of forms.
    ///
    /// - Parameter now: Seconds since 1970.
    func removeAbandoned(now: Int64) async throws {
        let oldest = now - limits.age.components.seconds
        try await reporting {
            for user in try FileTree.entries(of: folder) {
                for name in try FileTree.entries(of: "\(folder)/\(user)") {
                    let path = "\(folder)/\(user)/\(name)"
                    guard let file = try? OpenFile(reading: path), try file.tryLock(.exclusive),
                        try name.hasSuffix(".form") || file.modified() < oldest
                    else { continue }
                    try FileTree.removeIfThere(path)
                }
                FileTree.removeEmptyFolder("\(folder)/\(user)")
            }
        }
    }

    // MARK: - Files

    private func folder(of user: User.ID) -> String { "\(folder)/\(user.rawValue)" }

    private func path(of hash: BlobDigest, from user: User.ID) -> String { "\(folder(of: user))/\(hash)" }

    private static func size(of path: String) throws(Errno) -> UInt64? {
        do { return UInt64(max(0, try FileTree.status(path).size)) } catch .noSuchFileOrDirectory { return nil }
    }

    private func checkCount(_ user: User.ID) throws {
        try FileTree.ensureFolder(folder(of: user))
        guard try FileTree.entries(of: folder(of: user)).count < limits.files else {
            throw UploadError.tooMany(limit: limits.files)
        }
    }

    private func checkRoom(for bytes: UInt64, _ user: User.ID) throws {
        let needed = bytes.addingReportingOverflow(limits.reserve)
        guard !needed.overflow, try FileTree.room(at: folder) >= needed.partialValue else {
            throw ServiceError(.noSpace, "The server's disk has no room for this; its administrator must make some.")
        }
    }

    /// Opens a file under its lock, once that is known to be still the file of that name.
    private static func openLocked(_ path: String) throws -> OpenFile {
        while true {
            let file = try OpenFile(writing: path)
            guard try file.tryLock(.exclusive) else { throw UploadError.busy(try file.size()) }
            if try file.isNamedFile() { return file }
        }
    }

    private func reporting<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do { return try await DiskWork.run(body) } catch { throw StorageError.error(error, at: folder) }
    }
}
