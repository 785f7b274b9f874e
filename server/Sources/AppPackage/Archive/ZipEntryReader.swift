import CAppGroupZlib
import CLibzip

/// Reads the contents of one entry, and counts and checks the bytes that really come out.
struct ZipEntryReader: ~Copyable {
    private let file: OpaquePointer
    /// This keeps the archive open, since libzip closes its entries with it.
    private let archive: ZipContents
    private let name: String
    private let stated: EntryContents
    private var remaining: Int
    /// Decompresses the contents; `nil` if they are stored, and libzip compares the checksum.
    private let inflater: Inflater?
    private var checksum: UInt = 0
    private var hasInput = false

    private static let bufferSize = 1 << 16

    /// Takes ownership of the file that libzip opened, with the contents as they are in the archive.
    init(
        _ file: OpaquePointer, _ name: String, _ stated: EntryContents, _ inflater: Inflater?, from archive: ZipContents
    ) {
        (self.file, self.archive, self.name, self.stated) = (file, archive, name, stated)
        (self.inflater, remaining) = (inflater, stated.size)
    }

    deinit { _ = archive.zip.fclose(file) }

    /// A buffer of a suitable size for this entry; the caller deallocates it.
    func makeBuffer() -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: min(max(stated.size, 1), Self.bufferSize), alignment: 16)
    }

    /// All the contents, or their beginning, in memory.
    mutating func all(upTo limit: Int = .max) throws(PackageError) -> [UInt8] {
        let buffer = makeBuffer()
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(stated.size, limit))
        while bytes.count < limit, case let count = try read(into: buffer), count > 0 {
            bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
        }
        return bytes
    }

    /// Reads the next bytes. It returns 0 at the end, which it reports only after as many bytes as the archive stated, with the right
    /// checksum.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackageError) -> Int {
        // One byte beyond the end is asked for, to see that it is the end.
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, max(remaining, 1))])
        let count: Int
        if let inflater {
            count = try inflate(inflater, into: wanted)
        } else {
            count = try Self.fetch(file, of: archive, name, into: wanted)
        }
        guard count <= remaining else {
            throw ArchiveFault.entry(name, "lies about its size: it unpacks to more than \(stated.size) bytes")
        }
        guard count > 0 || remaining == 0 else {
            throw ArchiveFault.entry(
                name, "lies about its size: it unpacks to \(stated.size - remaining) bytes, not \(stated.size)")
        }
        remaining -= count
        if count == 0, let inflater { try checkEnd(of: inflater) }
        return count
    }

    /// Reads the next bytes as libzip passes them on.
    private static func fetch(
        _ file: OpaquePointer, of archive: ZipContents, _ name: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws(PackageError) -> Int {
        let count = Int(archive.zip.fread(file, buffer.baseAddress, UInt64(buffer.count)))
        guard count >= 0 else {
            throw archive.failure ?? ZipFailure(archive.zip.file_get_error(file)!, archive.zip).refusal(of: name)
        }
        return count
    }

    private mutating func inflate(
        _ inflater: Inflater, into buffer: UnsafeMutableRawBufferPointer
    ) throws(PackageError) -> Int {
        while true {
            let count = inflater.read(into: buffer)
            guard inflater.state != .damaged else {
                throw ArchiveFault.entry(name, "is damaged: its contents are not deflated")
            }
            if count > 0 {
                checksum = crc32(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), uInt(count))
                return count
            }
            guard inflater.state == .running else { return 0 }
            guard try refill(inflater) else {
                // Some programs write an empty file as no bytes at all.
                guard hasInput else { return 0 }
                throw ArchiveFault.entry(name, "is damaged: its compressed contents have no end")
            }
        }
    }

    /// Passes the next compressed bytes on; `false` if there are none.
    private mutating func refill(_ inflater: Inflater) throws(PackageError) -> Bool {
        let (file, archive, name) = (file, archive, name)
        var failure: PackageError?
        inflater.refill(upTo: min(Self.bufferSize, max(stated.compressedSize, 1))) { buffer in
            do throws(PackageError) {
                return try Self.fetch(file, of: archive, name, into: buffer)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        hasInput = hasInput || !inflater.isHungry
        return !inflater.isHungry
    }

    /// Checks that nothing follows the compressed contents, and that the checksum is right.
    private mutating func checkEnd(of inflater: Inflater) throws(PackageError) {
        guard inflater.isHungry, try !refill(inflater) else {
            throw ArchiveFault.entry(name, "hides bytes after the end of its compressed contents")
        }
        guard checksum == UInt(stated.crc) else {
            throw ArchiveFault.entry(name, "is damaged: its checksum is wrong")
        }
    }
}
