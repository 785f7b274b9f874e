import CLibzip

/// The file as libzip sees it. While libzip looks for the directory, it sees only zeros before it: it would try every end record
/// that it finds, even in the contents of entries, and thousands of them would keep it busy for minutes.
final class ZipSource {
    private let zip: Libzip
    private let file: ArchiveFile
    /// The size of the archive in the file, in bytes.
    private let size: Int
    private let window: ArchiveWindow
    private var hidden: Int
    private var position = 0
    private var error = zip_error_t()
    /// Why the file could not be read; libzip itself would report it as a fault of the archive.
    private(set) var failure: PackageError?

    init(_ file: ArchiveFile, _ end: EndRecord, _ zip: Libzip) {
        (self.zip, self.file, size) = (zip, file, end.archiveEnd)
        window = ArchiveWindow(on: file)
        hidden = end.directoryOffset
        zip.error_init(&error)
    }

    deinit { zip.error_fini(&error) }

    /// Also lets libzip see the contents of the entries.
    func showEverything() { hidden = 0 }

    func openArchive() throws(PackageError) -> OpaquePointer {
        var failure = zip_error_t()
        zip.error_init(&failure)
        defer { zip.error_fini(&failure) }
        // libzip releases it with the command “free”.
        let state = Unmanaged.passRetained(self)
        guard let source = zip.source_function_create(Self.answer, state.toOpaque(), &failure) else {
            state.release()
            throw ZipFailure(&failure, zip).refusal
        }
        guard let archive = zip.open_from_source(source, ZIP_RDONLY, &failure) else {
            zip.source_free(source)
            throw self.failure ?? ZipFailure(&failure, zip).refusal
        }
        return archive
    }

    private static let answer: zip_source_callback = { state, data, length, command in
        guard let state else { return -1 }
        let source = Unmanaged<ZipSource>.fromOpaque(state)
        guard command != ZIP_SOURCE_FREE else {
            source.release()
            return 0
        }
        return source.takeUnretainedValue().answer(command, data, length)
    }

    private func answer(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
        switch command {
        case ZIP_SOURCE_OPEN:
            position = 0
            return 0
        case ZIP_SOURCE_CLOSE: return 0
        case ZIP_SOURCE_READ:
            return read(into: UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length)))
        case ZIP_SOURCE_SEEK:
            guard let data else { return -1 }
            let place = zip.source_seek_compute_offset(UInt64(position), UInt64(size), data, length, &error)
            guard place >= 0 else { return -1 }
            position = Int(place)
            return 0
        case ZIP_SOURCE_TELL: return Int64(position)
        case ZIP_SOURCE_STAT:
            guard let status = data?.assumingMemoryBound(to: zip_stat_t.self) else { return -1 }
            zip.stat_init(status)
            status.pointee.size = UInt64(size)
            status.pointee.valid = UInt64(ZIP_STAT_SIZE)
            return Int64(MemoryLayout<zip_stat_t>.size)
        case ZIP_SOURCE_ERROR: return data.map { zip.error_to_data(&error, $0, length) } ?? -1
        case ZIP_SOURCE_SUPPORTS:
            let commands = [
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
            ]
            return commands.reduce(0) { $0 | 1 << Int64($1.rawValue) }
        default:
            zip.error_set(&error, ZIP_ER_OPNOTSUPP, 0)
            return -1
        }
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int64 {
        let count = min(buffer.count, size - position)
        guard count > 0 else { return 0 }
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        do throws(PackageError) {
            let zeros = max(0, min(hidden - position, count))
            wanted[..<zeros].initializeMemory(as: UInt8.self, repeating: 0)
            let rest = UnsafeMutableRawBufferPointer(rebasing: wanted[zeros...])
            if hidden > 0 {
                // The directory is read header by header.
                rest.copyBytes(from: try window.bytes(at: position + zeros, count: rest.count, ahead: 1 << 16))
            } else {
                try file.read(into: rest, at: position)
            }
        } catch {
            failure = error
            zip.error_set(&self.error, ZIP_ER_READ, error.errno ?? 0)
            return -1
        }
        position += count
        return Int64(count)
    }
}
