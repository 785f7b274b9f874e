import CLibzip

/// Reads the contents of one entry, and counts what really comes out.
struct ZipEntryReader: ~Copyable {
    private let file: OpaquePointer
    /// Kept, since libzip closes an archive's entries with it.
    private let archive: ZipContents
    private let name: String
    private let size: Int
    private var remaining: Int

    /// Takes over the file that libzip opened.
    init(_ file: OpaquePointer, _ name: String, size: Int, from archive: ZipContents) {
        (self.file, self.archive, self.name, self.size, remaining) = (file, archive, name, size, size)
    }

    deinit { zip_fclose(file) }

    /// A buffer that is right for this entry; the caller deallocates it.
    func makeBuffer() -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: min(max(size, 1), 1 << 16), alignment: 16)
    }

    /// All the contents, or the beginning of them. They are all in memory then.
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

    /// The next bytes; none at the end, which is there only after as many as the archive said and with the right
    /// checksum.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackageError) -> Int {
        // One byte beyond the end makes libzip compare the checksum.
        let wanted = min(buffer.count, max(remaining, 1))
        let count = Int(zip_fread(file, buffer.baseAddress, UInt64(wanted)))
        guard count >= 0 else {
            throw archive.failure ?? ZipFailure(zip_file_get_error(file)).refusal(of: name)
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
