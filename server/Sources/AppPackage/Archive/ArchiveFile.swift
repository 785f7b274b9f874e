import SystemPackage

/// The open file of an archive, read at any place without moving anything, so that two readers don't disturb each
/// other.
final class ArchiveFile: Sendable {
    private let descriptor: FileDescriptor
    /// Bytes of the file when it was opened.
    let size: Int

    /// When the file was changed last, as of when it was opened: seconds and nanoseconds since 1970.
    private let modified: [Int]

    /// Opens the file at `path`, which sentences call `name`.
    init(opening path: String, named name: String) throws(PackageError) {
        guard !path.utf8.contains(0) else { throw Self.notFound(name) }
        do {
            // Not waiting, or a pipe would keep us waiting for somebody who writes to it.
            descriptor = try FileDescriptor.open(
                FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking], retryOnInterrupt: true)
        } catch {
            throw Self.failure(of: name, error)
        }
        let status: Stat
        do {
            status = try descriptor.stat()
        } catch {
            try? descriptor.close()
            throw Self.failure(of: name, error)
        }
        guard status.type == .regular else {
            try? descriptor.close()
            let what = status.type == .directory ? "a folder" : "a device, pipe or socket"
            throw PackageError(.refused, "\(Quoted.path(name)) is \(what), not a package; name the .ipa file itself.")
        }
        size = Int(status.size)
        modified = status.modification
    }

    deinit { try? descriptor.close() }

    /// Fills the buffer with what stands at that place.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(PackageError) {
        var filled = 0
        while filled < buffer.count {
            let count: Int
            do {
                count = try descriptor.read(
                    fromAbsoluteOffset: Int64(position + filled),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), retryOnInterrupt: true)
            } catch {
                throw Self.failure(reading: error)
            }
            guard count > 0 else {
                throw PackageError(.inputOutput, "The archive became shorter while it was read; try again.")
            }
            filled += count
        }
    }

    /// Hands out the whole file from its beginning, piece by piece.
    ///
    /// - Throws: ``PackageError/Code/refused`` where it is not the file any more that was opened.
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
        let status: Stat
        do { status = try descriptor.stat() } catch { throw Self.failure(reading: error) }
        guard status.size == size, status.modification == modified else {
            throw ArchiveFault.file("was changed while it was read")
        }
    }

    private static func notFound(_ path: String) -> PackageError {
        PackageError(
            .notFound, "There is no file \(Quoted.path(path)); check its name.",
            errno: Errno.noSuchFileOrDirectory.rawValue)
    }

    private static func failure(reading error: any Error) -> PackageError {
        let number = error as? Errno ?? .ioError
        return PackageError(
            .inputOutput, "The archive can't be read any further: \(number); try again.", errno: number.rawValue)
    }

    private static func failure(of path: String, _ error: any Error) -> PackageError {
        let number = error as? Errno ?? .ioError
        switch number {
        case .noSuchFileOrDirectory, .notDirectory: return notFound(path)
        case .permissionDenied, .notPermitted:
            let advice = "make yourself its reader with “chmod u+r”, or ask its owner"
            return PackageError(
                .permission, "You may not read \(Quoted.path(path)); \(advice).", errno: number.rawValue)
        default:
            return PackageError(
                .inputOutput, "\(Quoted.path(path)) can't be read: \(number); try again.", errno: number.rawValue)
        }
    }
}
