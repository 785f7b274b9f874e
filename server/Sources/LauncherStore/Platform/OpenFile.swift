import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file of the user's own, closed when nobody needs it any more.
final class OpenFile: Sendable {
    /// What an open file is.
    struct Status: Hashable {
        let size: UInt64
        /// The nine bits that say who may do what.
        let permissions: UInt32
        let owner: UInt32
        let isRegular: Bool
        let device: UInt64
        /// Names of the file; 0 for one that was deleted.
        let links: UInt64
        /// Seconds since 1970 of the last change.
        let modified: Int64
    }

    /// What it is opened for.
    enum Purpose {
        case reading
        /// Reading and writing a file that is made where there is none.
        case keeping
        /// Writing a file that must not be there.
        case making

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY
            case .keeping: O_RDWR | O_CREAT
            case .making: O_WRONLY | O_CREAT | O_EXCL
            }
        }
    }

    private let number: Int32
    let path: String

    /// Opens a file, never through a symbolic link at its end, and never waiting for the other end of a pipe.
    init(_ path: String, for purpose: Purpose, permissions: UInt32 = 0o600) throws(Errno) {
        let number = open(path, purpose.flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(permissions))
        guard number >= 0 else { throw .last }
        self.number = number
        self.path = path
    }

    /// Opens a file of anybody's for reading, waiting for whoever writes into it.
    init(reading path: String) throws(Errno) {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last }
        self.number = number
        self.path = path
    }

    deinit { close(number) }

    func status() throws(Errno) -> Status {
        var status = stat()
        try check(fstat(number, &status))
        return Status(
            size: UInt64(max(0, status.st_size)), permissions: UInt32(status.st_mode) & 0o777, owner: status.st_uid,
            isRegular: UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG), device: UInt64(status.st_dev),
            links: UInt64(status.st_nlink), modified: Int64(status.modificationSeconds))
    }

    /// Takes the advisory lock on the file if nobody holds it. It falls with the process.
    func tryLock() throws(Errno) -> Bool {
        if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
        guard Errno.last == .wouldBlock else { throw .last }
        return false
    }

    /// Fills the buffer with what comes next.
    ///
    /// - Returns: How many bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        while true {
            #if canImport(Darwin)
            let count = Darwin.read(number, buffer.baseAddress, buffer.count)
            #else
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard Errno.last == .interrupted else { throw .last }
        }
    }

    /// Writes all the bytes where the last reading or writing ended.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var rest = bytes
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = Darwin.write(number, rest.baseAddress, rest.count)
            #else
            let count = Glibc.write(number, rest.baseAddress, rest.count)
            #endif
            if count < 0 {
                guard Errno.last == .interrupted else { throw .last }
            } else {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// Goes on reading or writing at that byte.
    func seek(to position: UInt64) throws(Errno) {
        if lseek(number, off_t(clamping: position), SEEK_SET) < 0 { throw .last }
    }

    /// Cuts the file off at its beginning and goes there.
    func empty() throws(Errno) {
        try check(ftruncate(number, 0))
        try seek(to: 0)
    }

    /// Waits until what was written is on the disk.
    func synchronize() throws(Errno) { try check(fsync(number)) }

    private func check(_ result: Int32) throws(Errno) {
        if result < 0 { throw .last }
    }
}

extension Errno {
    static var last: Errno { Errno(rawValue: errno) }
}

extension stat {
    fileprivate var modificationSeconds: Int {
        #if canImport(Darwin)
        st_mtimespec.tv_sec
        #else
        st_mtim.tv_sec
        #endif
    }
}
