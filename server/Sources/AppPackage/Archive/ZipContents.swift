import AppGroupPlatform
import CLibzip

/// Reads entries of a sound archive through libzip.
final class ZipContents {
    let zip: Libzip
    private let archive: OpaquePointer
    private let source: ZipSource

    /// Opens the archive, and checks that libzip finds the same entries.
    init(of file: ArchiveFile, _ end: EndRecord, _ headers: [CentralHeader]) throws(PackageError) {
        zip = try Libzip.loaded()
        source = ZipSource(file, end, zip)
        archive = try source.openArchive()
        source.showEverything()
        guard zip.get_num_entries(archive, 0) == Int64(headers.count) else { throw Self.ambiguity }
        for index in headers.indices {
            guard let name = zip.get_name(archive, UInt64(index), ZIP_FL_ENC_RAW),
                Self.isSame(name, headers[index])
            else { throw Self.ambiguity }
        }
    }

    /// Why the file could not be read, if it could not.
    var failure: PackageError? { source.failure }

    deinit { zip.discard(archive) }

    /// Opens an entry to read it from its beginning.
    func open(_ index: Int, _ name: String, _ contents: EntryContents) throws(PackageError) -> ZipEntryReader {
        // Compressed contents come as they are, because libzip ignores what follows their end.
        let inflater = contents.isDeflated ? try Inflater(.none) : nil
        let flags = contents.isDeflated ? UInt32(ZIP_FL_COMPRESSED) : 0
        guard let file = zip.fopen_index(archive, UInt64(index), flags) else {
            throw failure ?? ZipFailure(zip.get_error(archive)!, zip).refusal(of: name)
        }
        return ZipEntryReader(file, name, contents, inflater, from: self)
    }

    private static func isSame(_ theirs: UnsafePointer<CChar>, _ ours: CentralHeader) -> Bool {
        let length = ours.nameLength
        return theirs.withMemoryRebound(to: UInt8.self, capacity: length + 1) { bytes in
            // Up to the end of their name, and not beyond.
            let count = UnsafeBufferPointer(start: bytes, count: length + 1).firstIndex(of: 0)
            return count == length && ours.isNamed(UnsafeBufferPointer(start: bytes, count: length))
        }
    }

    private static let ambiguity = ArchiveFault.archive("is read differently by different programs")
}
