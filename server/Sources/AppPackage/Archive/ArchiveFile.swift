import AppGroup
import AppGroupPlatform

/// The open file of an archive. It is read at any position without moving a cursor, so that two readers don't disturb each other.
final class ArchiveFile: Sendable {
    private let descriptor: Descriptor
    /// The size of the file in bytes when it was opened.
    let size: Int

    /// When the file had last been changed when it was opened: seconds since 1970, and nanoseconds.
    private let modified: FileStatus.Moment

    /// Opens the file at `path`. Sentences call it `name`.
    convenience init(opening path: String, named name: String) throws(PackageError) {
        guard !path.utf8.contains(0) else { throw Self.notFound(name) }
        let descriptor: Descriptor
        do throws(SystemError) {
            // Without waiting, since a pipe would wait for its writer.
            descriptor = try Descriptor.readingAtOnce(path)
        } catch {
            throw Self.failure(of: name, error)
        }
        try self.init(descriptor, named: name)
    }

    /// Takes over an open file. Sentences call it `name`.
    init(_ descriptor: consuming Descriptor, named name: String) throws(PackageError) {
        let status: FileStatus
        do throws(SystemError) { status = try descriptor.status() } catch { throw Self.failure(of: name, error) }
        guard status.kind == .file else {
            let what = status.kind == .folder ? "a folder" : "a device, pipe or socket"
            throw PackageError(
                .refused, "\(PlainText.quoted(path: name)) is \(what), not a package; name the .ipa file itself.")
        }
        self.descriptor = descriptor
        size = Int(status.size)
        modified = status.modification
    }

    /// Fills the buffer with the bytes from a position on.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(PackageError) {
        var filled = 0
        while filled < buffer.count {
            let count: Int
            do {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                count = try descriptor.read(into: rest, at: Int64(position + filled))
            } catch {
                throw Self.failure(reading: error)
            }
            guard count > 0 else {
                throw PackageError(.inputOutput, "The archive became shorter while it was read; try again.")
            }
            filled += count
        }
    }

    /// Passes the whole file to `body`, piece by piece.
    ///
    /// - Throws: ``PackageError/Code/refused`` if the file has changed since it was opened.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(PackageError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var position = 0
        while position < size {
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, size - position)])
            try read(into: piece, at: position)
            body(UnsafeRawBufferPointer(piece))
            position += piece.count
        }
        try checkIsUnchanged()
    }

    /// Refuses a file that has changed since it was opened.
    func checkIsUnchanged() throws(PackageError) {
        let status: FileStatus
        do throws(SystemError) { status = try descriptor.status() } catch { throw Self.failure(reading: error) }
        guard status.size == size, status.modification == modified else {
            throw ArchiveFault.file("was changed while it was read")
        }
    }

    private static func notFound(_ path: String) -> PackageError {
        PackageError(
            .notFound, "There is no file \(PlainText.quoted(path: path)); check its name.",
            errno: SystemError.notFound.number)
    }

    private static func failure(reading error: SystemError) -> PackageError {
        PackageError(
            .inputOutput, "The archive can't be read any further: \(error.message); try again.", errno: error.number)
    }

    private static func failure(of path: String, _ error: SystemError) -> PackageError {
        switch error {
        case .notFound, .notFolder: return notFound(path)
        case .accessDenied, .notPermitted:
            let advice = "make yourself its reader with “chmod u+r”, or ask its owner"
            return PackageError(
                .permission, "You cannot read \(PlainText.quoted(path: path)); \(advice).", errno: error.number)
        default:
            return PackageError(
                .inputOutput, "\(PlainText.quoted(path: path)) can't be read: \(error.message); try again.",
                errno: error.number)
        }
    }
}

/// Reads an archive's file through a window, so that bytes that are close together are fetched at once.
final class ArchiveWindow {
    let file: ArchiveFile

    private var window: [UInt8] = []
    private var windowStart = 0

    init(on file: ArchiveFile) { self.file = file }

    /// The size of the file in bytes.
    var size: Int { file.size }

    /// Exactly `count` bytes, or an error. If the window does not contain them, `ahead` bytes are fetched at once.
    func bytes(at position: Int, count: Int, ahead: Int = 512) throws(PackageError) -> ArraySlice<UInt8> {
        guard position >= 0, count >= 0, position <= file.size, count <= file.size - position else {
            throw ArchiveFault.file("ends in the middle of the archive")
        }
        let offset = position - windowStart
        if offset >= 0, offset <= window.count, count <= window.count - offset {
            return window[offset..<offset + count]
        }
        // This reuses the memory unless a slice of it is still in use.
        let length = min(max(count, ahead), file.size - position)
        var fresh: [UInt8] = []
        swap(&fresh, &window)
        if fresh.count > length { fresh.removeLast(fresh.count - length) }
        if fresh.count < length { fresh.append(contentsOf: repeatElement(0, count: length - fresh.count)) }
        // The error leaves the closure as a result, since a closure would lose its type.
        let failure = fresh.withUnsafeMutableBytes { buffer -> PackageError? in
            do throws(PackageError) {
                try file.read(into: buffer, at: position)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        window = fresh
        windowStart = position
        return window[..<count]
    }
}
