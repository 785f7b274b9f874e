/// How much an archive may hold, make and nest before it is refused.
struct ArchiveLimits: Sendable {
    /// Entries, and files and folders with those that are only part of a path. With as many, nothing that reads or
    /// unpacks the archive takes more than 64 MiB of memory.
    var entries = 30_000
    /// Bytes of the directory at the archive's end.
    var directorySize = 8 << 20
    /// Bytes that all the entries unpack to.
    var totalSize = 8 << 30
    /// Bytes that one entry unpacks to.
    var entrySize = 4 << 30
    /// How many times larger an entry, or all of them, may be unpacked. Real packages stay below 11, bombs begin at
    /// 1,026.
    var ratio = 100
    /// What unpacks to no more bytes than this may be packed better than `ratio`, as small files of zeros honestly are.
    var ratioFreeSize = 1 << 20
    /// UTF-8 bytes of an entry's whole path.
    var pathLength = 1024
    /// UTF-8 bytes of one part of a path: what file systems take.
    var partLength = 255
    /// Parts of a path.
    var depth = 32
    /// Symbolic links.
    var links = 10_000
    /// Bytes of a link's target.
    var targetLength = 1024
    /// Links that one may lead through: what Linux follows.
    var hops = 40

    static let standard = ArchiveLimits()
}
