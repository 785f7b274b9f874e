import AppGroup
import AppGroupPlatform

/// Small files that only their user may read: they hold secrets, or tell which apps the user has.
enum PrivateFile {
    /// The bytes of a file; `nil` if it does not exist.
    ///
    /// - Parameter allowsReaders: Whether others may read the file, too. They may never write it.
    /// - Throws: ``ClientError`` for a link, another user's file, one that others may read or write, or one of more than `limit`
    ///   bytes.
    static func contents(
        of path: String, limit: Int, allowingReaders allowsReaders: Bool = false
    ) throws(ClientError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try Descriptor.readingOwn(path)
            let status = try file.status()
            guard status.kind == .file, status.owner == ThisProcess.effectiveUser else { throw .accessDenied }
            guard status.permissions & (allowsReaders ? 0o022 : 0o077) == 0 else { throw .notPermitted }
            guard status.size <= limit else { throw .tooLarge }
            var bytes: [UInt8] = []
            let space = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(status.size) + 1, alignment: 1)
            defer { space.deallocate() }
            while bytes.count <= limit {
                let count = try file.read(into: space)
                if count == 0 { return bytes }
                bytes += space[..<count]
            }
            throw .tooLarge
        } catch {
            switch error {
            case .notFound, .notFolder: return nil
            case .notPermitted:
                throw ClientError(
                    .notPermitted,
                    "\(path) holds a secret, but others may read it; run: "
                        + "\(ShellWords.line(["chmod", "600", path])), then log in again."
                )
            case .accessDenied, .linkLoop:
                throw ClientError(.notPermitted, "\(path) is not a file of your own; move it away, and log in again.")
            case .tooLarge:
                throw ClientError(.badData, "\(path) is larger than anything that belongs there; move it away.")
            default:
                throw ClientError(
                    .inputOutput, "\(path) cannot be read: \(error.message); check the disk and the path.")
            }
        }
    }

    /// Writes a file whole or not at all, for its user alone, and makes the folders that it needs. Drafts that killed processes left
    /// more than a day before are deleted, as far as that is possible: they hold the same secrets.
    static func replace(_ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600) throws(ClientError) {
        do throws(SystemError) {
            try Files.makeFolders(Paths.parent(of: path), permissions: 0o700)
            try Files.replace(path, with: bytes, permissions: permissions)
        } catch {
            throw .writing(path, error)
        }
        Files.removeOldDrafts(of: path)
    }

    /// The lines of a file that other programs read, too, without empty ones; `nil` for a link, and for anything else that is not a
    /// file of text.
    static func ownLines(of path: String) -> [Substring]? {
        guard (try? Files.status(path, followingLinks: false).kind) == .file,
            let bytes = try? Files.contents(of: path, limit: 1 << 20)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)?.split(separator: "\n")
    }

    /// Deletes a file and its drafts. It is no error if the file does not exist.
    static func remove(_ path: String) throws(ClientError) {
        do throws(RemovalFailure) { try Files.removeWithDrafts(path) } catch {
            throw ClientError(
                .notPermitted, "\(error.path) cannot be deleted: \(error.reason.message); delete it yourself.")
        }
    }

    /// The names in a folder, sorted; none if the folder does not exist.
    static func names(in folder: String) throws(SystemError) -> [String] {
        do throws(SystemError) {
            return try Files.entries(of: folder).sorted()
        } catch .notFound {
            return []
        }
    }
}

extension ClientError {
    /// Why one of the client's own files cannot be written.
    static func writing(_ path: String, _ error: SystemError) -> ClientError {
        switch error {
        case _ where error.isDiskFull:
            ClientError(.inputOutput, "The disk of \(Paths.parent(of: path)) is full; free some space, and try again.")
        case .accessDenied, .notPermitted, .readOnly, .linkLoop:
            ClientError(.notPermitted, "\(path) cannot be written: \(error.message); check its permissions.")
        case .notFolder, .isFolder, .exists:
            ClientError(
                .cannotCreate, "\(path) cannot be written: \(error.message); move away what is in its way.")
        default:
            ClientError(.inputOutput, "\(path) cannot be written: \(error.message); check the disk.")
        }
    }
}
