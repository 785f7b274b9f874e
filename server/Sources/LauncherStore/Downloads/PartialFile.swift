import AppGroup
import AppGroupCrypto
import AppGroupPlatform
import AppPackage

/// The part of a file that has arrived, on the disk and in the hash. One process at a time holds it.
///
/// It is named after the digest that the whole file must have, so that a later process, even after a crash, goes on with the
/// same bytes. An advisory lock holds it, which falls with its process.
final class PartialFile: Sendable {
    let path: String
    private let folder: OpenFolder
    private let file: Descriptor
    private let state: Exclusive<State>

    private struct State {
        var size: UInt64 = 0
        let hash: SHA256Hasher

        init() throws(ClientError) {
            do throws(LibcryptoMissing) { hash = try SHA256Hasher() } catch {
                throw ClientError(.inputOutput, error.description)
            }
        }

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            hash.update(bytes)
            size += UInt64(bytes.count)
        }
    }

    /// How many bytes have arrived.
    var size: UInt64 { state.withLock { $0.size } }

    private static let ending = ".part"

    /// Its path in the folder of downloads.
    ///
    /// - Parameter digest: That of the whole file.
    static func path(of digest: PackageDigest, in folder: String) -> String { "\(folder)/\(digest)\(ending)" }

    /// How many bytes of a file are on the disk, even if another process holds it; 0 if there is none.
    static func size(at path: String) -> UInt64 {
        (try? Files.status(path, followingLinks: false)).map { UInt64($0.size) } ?? 0
    }

    /// Whether a name is that of such a file: the digest of the whole file, and the ending.
    static func isName(_ name: String) -> Bool {
        name.hasSuffix(ending) && (try? PackageDigest(String(name.dropLast(ending.count)))) != nil
    }

    /// Opens the file, or makes it; `nil` while another process holds it. The bytes that are there already are hashed, unless
    /// another user may have changed them: then it is made again.
    ///
    /// - Parameter limit: The size of the whole file. A larger one is something else, and emptied.
    init?(_ path: String, limit: UInt64) throws(ClientError) {
        self.path = path
        state = Exclusive(try State())
        folder = try Self.ownFolder(Paths.parent(of: path))
        let name = Paths.lastComponent(of: path)
        let status: FileStatus
        do throws(SystemError) {
            // In the user's own folder, such a file is a leftover, for example of a command that ran as root.
            if let leftover = try? folder.status(of: name), leftover.kind == .file, !Self.isOwn(leftover) {
                try? folder.remove(name)
            }
            file = try folder.file(name, for: .keeping)
            guard try file.tryLock() else { return nil }
            status = try file.status()
        } catch {
            throw .writing(path, error)
        }
        // The process that had it before may have deleted it, and another one may have made a new file.
        guard status.links > 0 else { return nil }
        guard status.kind == .file, Self.isOwn(status) else {
            throw ClientError(.notPermitted, "\(path) is not a file of your own; move it away, and try again.")
        }
        do throws(SystemError) {
            if status.size > limit { try file.truncate(to: 0) } else { try hashContents() }
        } catch {
            throw .writing(path, error)
        }
    }

    /// Whether it has these bytes at a position.
    func has(_ bytes: ArraySlice<UInt8>, at position: UInt64) throws(ClientError) -> Bool {
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { space.deallocate() }
        var count = 0
        do throws(SystemError) {
            while count < space.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: space[count...])
                let more = try file.read(into: rest, at: Int64(position) + Int64(count))
                if more == 0 { return false }
                count += more
            }
        } catch {
            throw ClientError(.inputOutput, "\(path) can't be read: \(error.message); try again.")
        }
        return space.elementsEqual(bytes)
    }

    /// Adds bytes that arrived.
    func append(_ bytes: [UInt8]) throws(ClientError) {
        do throws(SystemError) { try file.write(bytes[...]) } catch { throw .writing(path, error) }
        bytes.withUnsafeBytes { space in state.withLock { $0.add(space) } }
    }

    /// Begins again with nothing.
    func restart() throws(ClientError) {
        do throws(SystemError) { try file.truncate(to: 0) } catch { throw .writing(path, error) }
        let empty = try State()
        state.withLock { $0 = empty }
    }

    /// Waits until the bytes are on the disk.
    ///
    /// - Returns: Their SHA-256 as 64 lowercase hexadecimal digits.
    func finish() throws(ClientError) -> String {
        do throws(SystemError) { try file.synchronize() } catch { throw .writing(path, error) }
        do throws(LibcryptoMissing) {
            return try state.withLock { $0.hash }.hexadecimal()
        } catch {
            throw ClientError(.inputOutput, error.description)
        }
    }

    /// Another descriptor of the file. The lock is held as long as that one is open, too.
    func duplicate() throws(ClientError) -> Descriptor {
        do throws(SystemError) {
            return try file.duplicate()
        } catch {
            throw ClientError(.inputOutput, "\(path) can't be opened once more: \(error.message); try again.")
        }
    }

    /// Deletes it. The lock is held as long as this object lives.
    func discard() { try? folder.remove(Paths.lastComponent(of: path)) }

    private func hashContents() throws(SystemError) {
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { space.deallocate() }
        while true {
            let count = try file.read(into: space)
            if count == 0 { return }
            state.withLock { $0.add(UnsafeRawBufferPointer(rebasing: space[..<count])) }
        }
    }

    /// Opens the folder of downloads, and makes it if it is missing. In a folder that others may write to, they could put
    /// another file in the place of this one at any time.
    private static func ownFolder(_ path: String) throws(ClientError) -> OpenFolder {
        func refusal(_ reason: String, advice: String = "move it away, and try again") -> ClientError {
            ClientError(.notPermitted, "\(path) \(reason), so nothing is downloaded into it; \(advice).")
        }
        let (folder, status): (OpenFolder, FileStatus)
        do throws(SystemError) {
            try Files.makeFolders(path, permissions: 0o700)
            folder = try OpenFolder(path)
            status = try folder.status()
        } catch {
            throw error == .notFolder ? refusal("is a link or not a folder") : .writing(path, error)
        }
        guard status.owner == ThisProcess.effectiveUser else { throw refusal("belongs to another user") }
        guard isOwn(status) else {
            throw refusal(
                "may be changed by others", advice: "run: \(ShellWords.line(["chmod", "700", path])), then try again")
        }
        return folder
    }

    /// Whether nobody but the user may change it.
    private static func isOwn(_ status: FileStatus) -> Bool {
        status.owner == ThisProcess.effectiveUser && !status.isWritableByOthers
    }
}
