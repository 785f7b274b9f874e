import AppPackage
import Crypto
import Synchronization
import SystemPackage

/// What has arrived of a file, on the disk and in the hash, held by one process at a time.
///
/// The name is the digest that the whole file must have, so that whoever goes on later, after a crash too, goes on with the
/// same bytes. It is held by an advisory lock, which falls with its process.
final class PartialFile: Sendable {
    let path: String
    private let file: OpenFile
    private let state = Mutex(State())

    private struct State {
        var size: UInt64 = 0
        var hash = SHA256()

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            hash.update(bufferPointer: bytes)
            size += UInt64(bytes.count)
        }
    }

    /// Bytes that are there.
    var size: UInt64 { state.withLock(\.size) }

    static let ending = ".part"

    /// Opens the file, or makes it; `nil` while another process has it. What is there already is hashed.
    ///
    /// - Parameter limit: The size of the whole file; what is larger was something else.
    init?(_ path: String, limit: UInt64) throws(StoreError) {
        self.path = path
        do throws(Errno) {
            try Folders.make(Folders.parent(of: path))
            file = try OpenFile(path, for: .keeping)
            guard try file.tryLock() else { return nil }
            let status = try file.status()
            // Whoever had it before may have deleted it, or somebody else made another one meanwhile.
            guard status.links > 0 else { return nil }
            guard status.isRegular, status.owner == Folders.user else { throw .permissionDenied }
            if status.size > limit { try file.empty() } else { try hashContents() }
        } catch {
            throw Self.failure(path, error)
        }
    }

    /// Adds what arrived.
    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        do throws(Errno) {
            try file.write(bytes)
        } catch {
            throw Self.failure(path, error)
        }
        state.withLock { $0.add(bytes) }
    }

    /// Begins again with nothing.
    func restart() throws(StoreError) {
        do throws(Errno) {
            try file.empty()
        } catch {
            throw Self.failure(path, error)
        }
        state.withLock { $0 = State() }
    }

    /// The SHA-256 of what is there, once that is on the disk: 64 lower-case hexadecimal digits.
    func finish() throws(StoreError) -> String {
        do throws(Errno) {
            try file.synchronize()
        } catch {
            throw Self.failure(path, error)
        }
        return state.withLock(\.hash).finalize().hexadecimal
    }

    /// Deletes it. The lock is held until nobody holds this any more.
    func discard() { try? Folders.remove(path) }

    private func hashContents() throws(Errno) {
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { space.deallocate() }
        while true {
            let count = try file.read(into: space)
            if count == 0 { return }
            state.withLock { $0.add(UnsafeRawBufferPointer(rebasing: space[..<count])) }
        }
    }

    private static func failure(_ path: String, _ error: Errno) -> StoreError {
        switch error {
        case .noSpace, .diskQuotaExceeded:
            StoreError(.inputOutput, "The disk of \(Folders.parent(of: path)) is full; free some space, and try again.")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem, .tooManySymbolicLinkLevels:
            StoreError(.notPermitted, "\(path) cannot be written: \(error); look at who may write there.")
        default:
            StoreError(.inputOutput, "\(path) cannot be written: \(error); look at the disk.")
        }
    }
}
