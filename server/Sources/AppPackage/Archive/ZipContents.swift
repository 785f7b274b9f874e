import AppGroupPlatform
import CLibzip

/// Reads entries of a sound archive through libzip.
final class ZipContents {
    fileprivate let zip: Libzip
    private let archive: OpaquePointer
    private let source: ZipSource

    /// Opens the archive, and checks that libzip finds the same entries.
    init(of file: ArchiveFile, directory: Int, _ headers: [CentralHeader]) throws(PackageError) {
        zip = try Libzip.loaded()
        source = ZipSource(file, directory: directory, zip)
        archive = try source.openArchive()
        source.showEverything()
        guard zip.get_num_entries(archive, 0) == Int64(headers.count) else { throw Self.ambiguity }
        for index in headers.indices {
            guard let name = zip.get_name(archive, UInt64(index), ZIP_FL_ENC_RAW),
                Self.isSame(name, headers[index].name)
            else { throw Self.ambiguity }
        }
    }

    /// Why the file could not be read, if it could not.
    var failure: PackageError? { source.failure }

    deinit { zip.discard(archive) }

    /// Opens an entry to read it from its beginning.
    func open(_ index: Int, _ name: String, size: Int) throws(PackageError) -> ZipEntryReader {
        guard let file = zip.fopen_index(archive, UInt64(index), 0) else {
            throw failure ?? ZipFailure(zip.get_error(archive)!, zip).refusal(of: name)
        }
        return ZipEntryReader(file, name, size: size, from: self)
    }

    private static func isSame(_ theirs: UnsafePointer<CChar>, _ ours: String) -> Bool {
        theirs.withMemoryRebound(to: UInt8.self, capacity: ours.utf8.count + 1) { bytes in
            // Up to the end of their name, and not beyond.
            let count = UnsafeBufferPointer(start: bytes, count: ours.utf8.count + 1).firstIndex(of: 0)
            return count == ours.utf8.count
                && ours.hasSameBytes(as: UnsafeBufferPointer(start: bytes, count: ours.utf8.count))
        }
    }

    private static let ambiguity = ArchiveFault.archive("is read differently by different programs")
}

/// Reads the contents of one entry, and counts the bytes that really come out.
struct ZipEntryReader: ~Copyable {
    private let file: OpaquePointer
    /// This keeps the archive open, since libzip closes its entries with it.
    private let archive: ZipContents
    private let name: String
    private let size: Int
    private var remaining: Int

    /// Takes ownership of the file that libzip opened.
    init(_ file: OpaquePointer, _ name: String, size: Int, from archive: ZipContents) {
        (self.file, self.archive, self.name, self.size, remaining) = (file, archive, name, size, size)
    }

    deinit { _ = archive.zip.fclose(file) }

    /// A buffer of a suitable size for this entry; the caller deallocates it.
    func makeBuffer() -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: min(max(size, 1), 1 << 16), alignment: 16)
    }

    /// All the contents, or their beginning, in memory.
    mutating func all(upTo limit: Int = .max) throws(PackageError) -> [UInt8] {
        let buffer = makeBuffer()
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(size, limit))
        while bytes.count < limit, case let count = try read(into: buffer), count > 0 {
            bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
        }
        return bytes
    }

    /// Reads the next bytes. It returns 0 at the end, which it reports only after as many bytes as the archive stated, with the right
    /// checksum.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackageError) -> Int {
        // Asking for one byte beyond the end makes libzip compare the checksum.
        let wanted = min(buffer.count, max(remaining, 1))
        let count = Int(archive.zip.fread(file, buffer.baseAddress, UInt64(wanted)))
        guard count >= 0 else {
            throw archive.failure ?? ZipFailure(archive.zip.file_get_error(file)!, archive.zip).refusal(of: name)
        }
        guard count <= remaining else {
            throw ArchiveFault.entry(name, "lies about its size: it unpacks to more than \(size) bytes")
        }
        guard count > 0 || remaining == 0 else {
            throw ArchiveFault.entry(name, "lies about its size: it unpacks to \(size - remaining) bytes, not \(size)")
        }
        remaining -= count
        return count
    }
}
