/// Reads the directory at an archive's end, and checks if the stated size of each entry is plausible.
enum CentralDirectory {
    /// How many bytes are fetched at once: the directory is read from its beginning to its end.
    private static let ahead = 1 << 16

    static func headers(
        of file: ArchiveWindow, _ end: EndRecord, _ limits: ArchiveLimits
    ) throws(PackageError) -> [CentralHeader] {
        guard end.entryCount > 0 else { throw ArchiveFault.archive("is empty") }
        guard end.entryCount <= limits.entries else {
            throw ArchiveFault.archive("has \(end.entryCount) entries; at most \(limits.entries) are allowed")
        }
        guard end.directorySize <= limits.directorySize else {
            let most = limits.directorySize >> 20
            throw ArchiveFault.archive("has a directory of \(end.directorySize) bytes; at most \(most) MiB are allowed")
        }
        var headers: [CentralHeader] = []
        headers.reserveCapacity(end.entryCount)
        var position = end.directoryOffset
        var (total, compressedTotal) = (0, 0)
        while position < end.directoryEnd, headers.count < end.entryCount {
            let room = end.directoryEnd - position
            let start = try file.bytes(at: position, count: min(CentralHeader.length, room), ahead: ahead)
            guard start.count == CentralHeader.length, start.starts(with: CentralHeader.signature) else {
                throw ArchiveFault.archive("has a damaged directory: entry \(headers.count + 1) does not begin as one")
            }
            let length = CentralHeader.fullLength(start)
            guard length <= room else {
                throw ArchiveFault.archive("has a damaged directory: entry \(headers.count + 1) is cut off")
            }
            let header = try CentralHeader(file.bytes(at: position, count: length, ahead: ahead), limits)
            try check(header, limits)
            total += header.size
            compressedTotal += header.compressedSize
            guard total <= limits.totalSize else {
                throw ArchiveFault.archive("unpacks to more than \(limits.totalSize >> 30) GiB")
            }
            headers.append(header)
            position += length
        }
        guard position == end.directoryEnd, headers.count == end.entryCount else {
            throw ArchiveFault.archive("claims \(end.entryCount) entries, but has a different number")
        }
        guard isPlausible(total, from: compressedTotal, limits) else {
            throw ArchiveFault.archive("unpacks to more than \(limits.ratio) times its size, as bombs do")
        }
        return headers
    }

    private static func check(_ header: CentralHeader, _ limits: ArchiveLimits) throws(PackageError) {
        let (size, compressed) = (header.size, header.compressedSize)
        guard size <= limits.entrySize else {
            throw ArchiveFault.entry(header.name, "unpacks to more than \(limits.entrySize >> 30) GiB")
        }
        // Deflate adds five bytes to each block that it can't make smaller.
        guard compressed <= size + size / 1000 + 1024, header.method == .deflated || compressed == size else {
            throw ArchiveFault.entry(header.name, "lies about its size: \(size) bytes from \(compressed)")
        }
        guard size > 0 || header.crc == 0 else {
            throw ArchiveFault.entry(header.name, "is empty, but has a checksum as if it were not")
        }
        guard isPlausible(size, from: compressed, limits) else {
            throw ArchiveFault.entry(header.name, "unpacks to more than \(limits.ratio) times its size, as bombs do")
        }
    }

    private static func isPlausible(_ size: Int, from compressed: Int, _ limits: ArchiveLimits) -> Bool {
        size <= limits.ratioFreeSize || size / limits.ratio <= compressed
    }
}
