import CLibzip

/// Reads entries through libzip, from the file that was found sound.
final class ZipContents {
    private let archive: OpaquePointer
    private let source: ZipSource

    /// Opens the archive, and makes sure that libzip sees the entries that we do.
    init(of file: ArchiveFile, directory: Int, _ headers: [CentralHeader]) throws(PackageError) {
        source = ZipSource(file, directory: directory)
        archive = try source.openArchive()
        source.showEverything()
        guard zip_get_num_entries(archive, 0) == Int64(headers.count) else { throw Self.ambiguity }
        for index in headers.indices {
            guard let name = zip_get_name(archive, UInt64(index), ZIP_FL_ENC_RAW),
                Self.isSame(name, headers[index].name)
            else { throw Self.ambiguity }
        }
    }

    /// Why the file could not be read, where that was so.
    var failure: PackageError? { source.failure }

    deinit { zip_discard(archive) }

    /// An entry, to be read from its beginning.
    func open(_ index: Int, _ name: String, size: Int) throws(PackageError) -> ZipEntryReader {
        guard let file = zip_fopen_index(archive, UInt64(index), 0) else {
            throw failure ?? ZipFailure(zip_get_error(archive)).refusal(of: name)
        }
        return ZipEntryReader(file, name, size: size, from: self)
    }

    private static func isSame(_ theirs: UnsafePointer<CChar>, _ ours: String) -> Bool {
        theirs.withMemoryRebound(to: UInt8.self, capacity: ours.utf8.count + 1) { bytes in
            // Up to the end of theirs, and not beyond.
            let count = UnsafeBufferPointer(start: bytes, count: ours.utf8.count + 1).firstIndex(of: 0)
            return count == ours.utf8.count
                && ours.hasSameBytes(as: UnsafeBufferPointer(start: bytes, count: ours.utf8.count))
        }
    }

    private static let ambiguity = ArchiveFault.archive("is read differently by different programs")
}
