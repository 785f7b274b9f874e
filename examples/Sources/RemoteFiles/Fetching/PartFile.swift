import AppGroupPlatform
import CToolSupport
import ToolSupport

/// A file of this machine that grows at its end, until it is whole and gets its name.
///
/// Only one process at a time may use it, and one thread. Its methods throw ``RemoteError`` with
/// ``RemoteError/Code/inputOutput``.
///
/// The whole file has both its names until ``remove()``. If the process dies in between, the next one finds it by
/// ``otherName(in:)``.
public final class PartFile {
    /// Its path.
    public let path: String

    /// How many bytes it has.
    public private(set) var count: Int

    /// Whether it has another name, too, under which somebody may use it already. Then nothing is written into it.
    public var hasOtherName: Bool { status.links > 1 }

    private let file: Descriptor
    private let status: FileStatus
    /// Bytes at the end that were not written yet.
    private var pending: [UInt8] = []
    /// The bytes before this position are written already, or are on their way to the disk.
    private var startedUpTo = 0
    /// How many bytes the whole file will have; nil if that is unknown.
    var expectedCount: Int?
    /// Up to where the disk has space for the file; nil if the file system can't reserve any.
    private var reservedUpTo: Int? = 0

    /// How many bytes are written at once. libcurl brings 16 KiB at a time.
    private static let blockSize = 256 << 10
    /// How many bytes are sent on their way to the disk at once.
    private static let startedSize = 4 << 20
    /// How many bytes are reserved on the disk at once.
    private static let reservedSize = 32 << 20

    /// Opens a file, or makes an empty one that only its user can read.
    public init(_ path: String) throws(RemoteError) {
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
            status = try file.status()
            guard status.kind == .file else { throw .invalid }
            self.file = file
        } catch {
            throw Self.failure(error, path)
        }
        (self.path, count) = (path, Int(status.size))
    }

    /// Makes an empty file. One that is there loses this name.
    public convenience init(replacing path: String) throws(RemoteError) {
        unlink(path)
        try self.init(path)
    }

    /// The name that the file also has in a folder: ``finish(in:as:modified:)`` gave it, and then its process died. nil if it
    /// has none there.
    public func otherName(in folder: String) -> String? {
        guard hasOtherName else { return nil }
        return try? Files.names(in: folder).first { name in
            (try? Files.status("\(folder)/\(name)", followingLinks: false).identity) == status.identity
        }
    }

    deinit {
        try? write()
        // Gives back what was reserved for the rest.
        if let reservedUpTo, reservedUpTo > count { ftruncate(file.number, off_t(count)) }
    }

    /// Drops all bytes after the first ones.
    public func truncate(to count: Int) throws(RemoteError) {
        guard count != self.count else { return }
        try refuseOtherName()
        try write()
        try failing { () throws(SystemError) in try SystemError.retrying { ftruncate(file.number, off_t(count)) } }
        self.count = count
    }

    /// Adds bytes at the end. Some may stay in memory until ``write()``, or until this value ends.
    public func append(_ bytes: [UInt8]) throws(RemoteError) {
        var failure: RemoteError?
        bytes.withUnsafeBytes { bytes in
            do throws(RemoteError) { try append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// The same for bytes that are valid only during the call.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(RemoteError) {
        try refuseOtherName()
        pending += bytes
        count += bytes.count
        if pending.count >= Self.blockSize { try write() }
    }

    /// Gives all bytes to the system, so that they survive the death of the process. If the disk fills up, those that fit are
    /// kept, and the others are forgotten.
    public func write() throws(RemoteError) {
        guard !pending.isEmpty else { return }
        let start = count - pending.count
        reserve(from: start)
        var written = 0
        defer {
            count = start + written
            pending.removeAll(keepingCapacity: true)
        }
        try failing { () throws(SystemError) in
            while written < pending.count {
                written += try SystemError.retrying {
                    pending.withUnsafeBytes { buffer in
                        pwrite(
                            file.number, buffer.baseAddress! + written, buffer.count - written, off_t(start + written))
                    }
                }
            }
        }
        // `finish` need not wait for the bytes that are already on their way to the disk.
        guard start + written - startedUpTo >= Self.startedSize else { return }
        toolsupport_start_writing(file.number, off_t(startedUpTo), off_t(start + written - startedUpTo))
        startedUpTo = start + written
    }

    /// Reserves space for what follows, which is faster than to look for space for each block. The file never gets more than a
    /// server has announced, nor much more than has arrived.
    private func reserve(from start: Int) {
        guard let expectedCount, let reserved = reservedUpTo, count > reserved else { return }
        let end = min(expectedCount, max(start, reserved) + Self.reservedSize)
        guard end > count else { return }
        reservedUpTo = toolsupport_reserve(file.number, off_t(start), off_t(end - start)) == 0 ? end : nil
    }

    /// Makes sure that all bytes are on the disk.
    ///
    /// - Parameter modified: When the contents changed last, in seconds since 1970; nil for now.
    public func synchronize(modified: Int64? = nil) throws(RemoteError) {
        try write()
        try failing { () throws(SystemError) in
            if let modified { try file.setModification(FileStatus.Moment(seconds: Int(modified))) }
            try file.synchronize()
        }
    }

    /// Writes everything to the disk, and gives the file a name that no other file of a folder has: `report(1).pdf` if
    /// `report.pdf` is taken.
    ///
    /// - Parameters:
    ///   - folder: A folder on the same file system.
    ///   - modified: When its contents changed last, in seconds since 1970; nil for now.
    /// - Returns: The name. The file keeps that of the part, too, if the file system has hard links.
    public func finish(in folder: String, as name: String, modified: Int64? = nil) throws(RemoteError) -> String {
        try synchronize(modified: modified)
        return try failing { () throws(SystemError) in try Files.giveName(to: path, in: folder, name: name).name }
    }

    /// Removes the name of the part.
    public func remove() { unlink(path) }

    private func refuseOtherName() throws(RemoteError) {
        guard hasOtherName else { return }
        throw RemoteError(.inputOutput, "\(path) can't be written: the file has another name, too.")
    }

    @discardableResult
    private func failing<Result>(_ body: () throws(SystemError) -> Result) throws(RemoteError) -> Result {
        do throws(SystemError) { return try body() } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: SystemError, _ path: String) -> RemoteError {
        RemoteError(.inputOutput, "\(path) can't be written: \(error).")
    }
}
