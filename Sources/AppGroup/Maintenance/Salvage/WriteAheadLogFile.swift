/// The pages that a write-ahead log holds of committed transactions, read without SQLite.
///
/// sqlite.org/fileformat2.html, section 4: a header of 32 bytes, then frames of 24 bytes and a page. Checksums run on from
/// frame to frame, so that the first frame that does not fit ends the log; what follows the last commit does not count.
struct WriteAheadLogFile {
    let pageSize: Int
    /// The last committed content of each page, by page number from 1.
    let pages: [UInt32: ArraySlice<UInt8>]
    /// How many pages the database has after the last commit.
    let databasePages: Int

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// `nil` if the log holds no commit.
    init?(_ bytes: [UInt8]) {
        guard let magic = bytes.bigEndian(at: 0), magic & ~1 == 0x377F_0682, let size = bytes.bigEndian(at: 8),
            DatabaseImage.isPageSize(Int(size)), bytes.count >= Self.headerSize
        else { return nil }
        var checksum = WriteAheadLogChecksum(isBigEndian: magic & 1 == 1)
        checksum.add(bytes[..<24])
        guard checksum.matches(bytes, at: 24) else { return nil }
        let frameSize = Self.frameHeaderSize + Int(size)
        var committed: [UInt32: ArraySlice<UInt8>] = [:]
        var pending: [UInt32: ArraySlice<UInt8>] = [:]
        var databasePages: UInt32 = 0
        var position = Self.headerSize
        while position + frameSize <= bytes.count {
            let content = bytes[position + Self.frameHeaderSize..<position + frameSize]
            checksum.add(bytes[position..<position + 8])
            checksum.add(content)
            guard bytes[position + 8..<position + 16].elementsEqual(bytes[16..<24]),
                checksum.matches(bytes, at: position + 16), let number = bytes.bigEndian(at: position), number > 0,
                let pagesAfterCommit = bytes.bigEndian(at: position + 4)
            else { break }
            pending[number] = content
            if pagesAfterCommit > 0 {
                committed.merge(pending) { _, later in later }
                pending = [:]
                databasePages = pagesAfterCommit
            }
            position += frameSize
        }
        guard databasePages > 0 else { return nil }
        pageSize = Int(size)
        pages = committed
        self.databasePages = Int(databasePages)
    }
}

/// The running checksum of a write-ahead log: two sums, each fed with the other (section 4.2 of the same page).
private struct WriteAheadLogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// The length must be a multiple of 8.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { buffer in
            for position in stride(from: 0, to: buffer.count - 7, by: 8) {
                first &+= word(buffer, position) &+ second
                second &+= word(buffer, position + 4) &+ first
            }
        }
    }

    private func word(_ buffer: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
        let word = buffer.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    func matches(_ bytes: [UInt8], at position: Int) -> Bool {
        bytes.bigEndian(at: position) == first && bytes.bigEndian(at: position + 4) == second
    }
}
