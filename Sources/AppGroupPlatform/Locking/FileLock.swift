#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An advisory lock between processes: `flock` on a file that is made once and never renamed or deleted.
///
/// `flock` belongs to the open file, so that two of these exclude each other within one process too, and closing some other
/// descriptor of the file does not drop it, as it would drop a POSIX lock. It falls with its process, however that ends. A child
/// made by `fork` does not have it.
package struct FileLock: ~Copyable {
    private let file: Descriptor
    /// The process that opened it. In a child, the descriptor is closed, and its number may be that of another file.
    private let process = ThisProcess.number

    package init(path: String) throws(SystemError) {
        file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        ForkGate.keepFromChildren(file.number)
    }

    /// The lock of that name in a folder.
    package init(_ name: String, in folder: OpenFolder) throws(SystemError) {
        file = try folder.file(name, for: .keeping)
        ForkGate.keepFromChildren(file.number)
    }

    deinit {
        if isOwn { ForkGate.forget(file.number) } else { file.abandon() }
    }

    private var isOwn: Bool { process == ThisProcess.number }

    /// Takes the lock if nobody holds it.
    package func tryLock() throws(SystemError) -> Bool {
        guard isOwn else { throw SystemError(EBADF) }
        return try file.tryLock()
    }

    package func unlock() { if isOwn { file.unlock() } }

    /// The file as it is now. It has no links if it was deleted or replaced.
    package func status() throws(SystemError) -> FileStatus { try file.status() }
}
