/// The pages that a write-ahead log holds of committed transactions, read without SQLite.
///
/// sqlite.org/fileformat2.html, section 4: a header of 32 bytes, then frames of 24 bytes and a page. Checksums run on from
/// frame to frame, so that for SQLite, the first frame that does not fit ends the log; what follows the last commit does not
/// count.
struct WriteAheadLogFile {
    let pageSize: Int
    /// The last committed content of each page, by page number from 1.
    private(set) var pages: [UInt32: ArraySlice<UInt8>] = [:]
    /// How many pages the database has after the last commit.
    private(set) var databasePages = 0
    /// How many of the frames up to the last commit follow a damaged place: SQLite reads none of them.
    private(set) var hiddenFrames = 0
    /// How many pages have their last content in a damaged frame.
    private(set) var lostPages = 0

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// `nil` if the log holds no commit.
    ///
    /// - Parameter passingDamage: Whether to read on after a place that does not fit. A frame counts there if it has the log's
    ///   salts, and its checksum goes on from the one that the frame before it has. What is left of an earlier log has other
    ///   salts, and what is left of a transaction that was cut off has no commit.
    init?(_ bytes: [UInt8], passingDamage: Bool = false) {
        guard let magic = bytes.bigEndian(at: 0), magic & ~1 == 0x377F_0682, let size = bytes.bigEndian(at: 8),
            DatabaseImage.isPageSize(Int(size))
        else { return nil }
        pageSize = Int(size)
        let frameSize = Self.frameHeaderSize + pageSize
        guard bytes.count >= Self.headerSize + frameSize else { return nil }
        var checksum = WriteAheadLogChecksum(isBigEndian: magic & 1 == 1)
        checksum.add(bytes[..<24])
        var isPastDamage = !checksum.resume(from: bytes, at: 24)
        guard !isPastDamage || passingDamage else { return nil }
        let salts = isPastDamage ? bytes[40..<48] : bytes[16..<24]
        var pending: [UInt32: ArraySlice<UInt8>] = [:]
        var pendingHidden = 0
        var damaged: Set<UInt32> = []
        var position = Self.headerSize
        while position + frameSize <= bytes.count {
            let content = bytes[position + Self.frameHeaderSize..<position + frameSize]
            let number = bytes.bigEndian(at: position) ?? 0
            let pagesAfterCommit = bytes.bigEndian(at: position + 4) ?? 0
            checksum.add(bytes[position..<position + 8])
            checksum.add(content)
            let fits = checksum.resume(from: bytes, at: position + 16)
            if fits, number > 0, bytes[position + 8..<position + 16].elementsEqual(salts) {
                pending[number] = content
                damaged.remove(number)
                if isPastDamage { pendingHidden += 1 }
                if pagesAfterCommit > 0 {
                    pages.merge(pending) { _, later in later }
                    databasePages = Int(pagesAfterCommit)
                    hiddenFrames += pendingHidden
                    lostPages = damaged.count
                    (pending, pendingHidden) = ([:], 0)
                }
            } else if passingDamage {
                isPastDamage = true
                damaged.insert(number)
            } else {
                break
            }
            position += frameSize
        }
        guard databasePages > 0 else { return nil }
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

    /// Goes on from the checksum that is stored there.
    ///
    /// - Returns: Whether that is the one so far.
    mutating func resume(from bytes: [UInt8], at position: Int) -> Bool {
        let stored = (bytes.bigEndian(at: position) ?? 0, bytes.bigEndian(at: position + 4) ?? 0)
        let fits = stored == (first, second)
        (first, second) = stored
        return fits
    }
}
