import SystemPackage

/// Small files that only their user may read, since they hold what is secret or what he has.
enum PrivateFile {
    /// The bytes of a file; `nil` where there is none.
    ///
    /// - Parameter allowsReaders: Whether a file that others may read, but not write, is read all the same.
    /// - Throws: ``StoreError`` for a file that others may read or write, that is another user's, a link, or larger than
    ///   `limit` bytes.
    static func contents(
        of path: String, limit: Int, allowingReaders allowsReaders: Bool = false
    ) throws(StoreError) -> [UInt8]? {
        do throws(Errno) {
            let file = try OpenFile(path, for: .reading)
            let status = try file.status()
            guard status.isRegular, status.owner == Folders.user else { throw .permissionDenied }
            guard status.permissions & (allowsReaders ? 0o022 : 0o077) == 0 else { throw .notPermitted }
            guard status.size <= limit else { throw .fileTooLarge }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: Int(status.size) + 1)
            while bytes.count <= limit {
                // Not a typed error of the closure's own, which the compiler does not carry through.
                let result = buffer.withUnsafeMutableBytes { space in
                    Result { () throws(Errno) in try file.read(into: space) }
                }
                let count = try result.get()
                if count == 0 { return bytes }
                bytes += buffer[..<count]
            }
            throw .fileTooLarge
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory: return nil
            case .notPermitted:
                throw StoreError(
                    .notPermitted,
                    "\(path) may be read by others, and what it holds is a secret; run: chmod 600 \(path), then log in again."
                )
            case .permissionDenied, .tooManySymbolicLinkLevels:
                throw StoreError(.notPermitted, "\(path) is not a file of your own; move it away, and log in again.")
            case .fileTooLarge:
                throw StoreError(.badData, "\(path) is larger than anything that belongs there; move it away.")
            default:
                throw StoreError(.inputOutput, "\(path) cannot be read: \(error); look at the disk and the path.")
            }
        }
    }

    /// Whether a file is what writing another one, by a process that was killed, left behind.
    static func isDraft(_ draft: String, of path: String) -> Bool {
        draft.hasPrefix("\(path).") && draft.hasSuffix(ending)
    }

    private static let ending = ".new"

    /// Writes a file whole or not at all, for its user alone, and makes the folders that it needs.
    static func replace(_ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600) throws(StoreError) {
        let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))\(ending)"
        do throws(Errno) {
            try Folders.make(Folders.parent(of: path))
            let file = try OpenFile(temporary, for: .making, permissions: permissions)
            let result = bytes.withUnsafeBytes { space in
                Result { () throws(Errno) in try file.write(space) }
            }
            try result.get()
            try file.synchronize()
            try Folders.rename(temporary, to: path)
        } catch {
            try? Folders.remove(temporary)
            throw StoreError(
                error == .permissionDenied ? .notPermitted : error == .noSpace ? .inputOutput : .cannotCreate,
                "\(path) cannot be written: \(error); look at the disk, and at who may write there.")
        }
    }

    /// Deletes a file; no error where there is none.
    static func remove(_ path: String) throws(StoreError) {
        do throws(Errno) {
            try Folders.remove(path)
        } catch {
            guard error != .noSuchFileOrDirectory else { return }
            throw StoreError(.notPermitted, "\(path) cannot be deleted: \(error); delete it yourself.")
        }
    }
}
