#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file that closes itself. Children never inherit it.
struct Descriptor: ~Copyable {
    let number: Int32

    init(opening path: String, _ flags: Int32, permissions: UInt32 = 0o600) throws(SystemError) {
        number = try SystemError.retrying { open(path, flags | O_CLOEXEC, mode_t(permissions)) }
    }

    /// Takes over a descriptor that a system call returned.
    init(owning number: Int32) { self.number = number }

    /// Makes an empty file that only the user may read and write; fails where there is one.
    static func makingFile(at path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    deinit { close(number) }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try SystemError.retrying { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Writes all the bytes and waits until they are on the disk.
    func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        try write(bytes[...])
        try SystemError.retrying { fsync(number) }
    }

    /// Writes all the bytes, for the system to put on the disk when it likes.
    func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = try SystemError.retrying {
                rest.withUnsafeBytes { Darwin.write(number, $0.baseAddress, $0.count) }
            }
            #else
            let count = try SystemError.retrying {
                rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            }
            #endif
            rest = rest.dropFirst(count)
        }
    }
}
