/// A database file with its write-ahead log applied, as numbered pages, however damaged: sqlite.org/fileformat2.html.
struct DatabaseImage {
    let bytes: [UInt8]
    let pageSize: Int
    /// How many pages the file should have beyond its end; one that it ends in counts as well.
    let missingPages: Int

    /// The largest file that is looked through, in bytes: no registry comes near it.
    static let largestSize = 1 << 30

    private static let magic = Array("SQLite format 3\0".utf8)

    init(file: [UInt8], log: WriteAheadLogFile?) {
        let pageSize = log?.pageSize ?? Self.pageSize(in: file) ?? SQLiteSession.pageSize
        var pages = (file.count + pageSize - 1) / pageSize
        var expected = pages
        if let log {
            let largest = min(log.databasePages, Self.largestSize / pageSize)
            pages = max(pages, log.pages.keys.map { Int($0) }.filter { $0 <= largest }.max() ?? 0)
            pages = min(pages, log.databasePages)
            expected = log.databasePages
        }
        var bytes = Array(file.prefix(pages * pageSize))
        bytes += [UInt8](repeating: 0, count: pages * pageSize - bytes.count)
        for (number, content) in log?.pages ?? [:] where number <= pages {
            bytes.replaceSubrange((Int(number) - 1) * pageSize..<Int(number) * pageSize, with: content)
        }
        self.bytes = bytes
        self.pageSize = pageSize
        if log == nil, bytes.starts(with: Self.magic), let count = bytes.bigEndian(at: 28),
            bytes.bigEndian(at: 24) == bytes.bigEndian(at: 92)
        {
            expected = Int(count)
        }
        let isCut = file.count % pageSize != 0 && log?.pages[UInt32(clamping: file.count / pageSize + 1)] == nil
        missingPages = max(0, expected - pages) + (isCut ? 1 : 0)
    }

    var pageCount: Int { bytes.count / pageSize }

    /// Pages from 1; `nil` beyond the end.
    func page(_ number: Int) -> ArraySlice<UInt8>? {
        guard number >= 1, number <= pageCount else { return nil }
        return bytes[(number - 1) * pageSize..<number * pageSize]
    }

    /// Whether the file begins as a database does.
    var hasHeader: Bool { bytes.starts(with: Self.magic) }

    /// The schema's version, which SQLite calls the user version; `nil` without a header.
    var userVersion: Int64? {
        hasHeader ? bytes.bigEndian(at: 60).map { Int64(Int32(bitPattern: $0)) } : nil
    }

    /// The pages that are no longer in use; empty if the list of them is damaged in any detail.
    func freePages() -> Set<Int> {
        guard hasHeader, let first = bytes.bigEndian(at: 32), let total = bytes.bigEndian(at: 36) else { return [] }
        var free: Set<Int> = []
        var trunk = Int(first)
        while trunk != 0 {
            guard let page = page(trunk), free.insert(trunk).inserted,
                let next = bytes.bigEndian(at: page.startIndex),
                let count = bytes.bigEndian(at: page.startIndex + 4).map(Int.init), count <= pageSize / 4 - 2
            else { return [] }
            for index in 0..<count {
                guard let leaf = bytes.bigEndian(at: page.startIndex + 8 + 4 * index).map(Int.init), leaf >= 2,
                    leaf <= pageCount, free.insert(leaf).inserted
                else { return [] }
            }
            trunk = Int(next)
        }
        return free.count == Int(total) ? free : []
    }

    static func isPageSize(_ size: Int) -> Bool { (512...65_536).contains(size) && size & (size - 1) == 0 }

    private static func pageSize(in file: [UInt8]) -> Int? {
        guard file.starts(with: magic), file.count > 17 else { return nil }
        // 1 stands for 65,536, which two bytes cannot hold.
        let stored = Int(file[16]) << 8 | Int(file[17])
        let size = stored == 1 ? 65_536 : stored
        return isPageSize(size) ? size : nil
    }
}
