/// The limits beyond which an archive is refused.
struct ArchiveLimits: Sendable {
    /// The number of entries, and of files and folders including those that are only part of a path. At this limit, reading and
    /// unpacking take less than 64 MiB of memory.
    var entries = 30_000
    /// The size of the directory at the archive's end, in bytes.
    var directorySize = 8 << 20
    /// The unpacked size of all entries, in bytes.
    var totalSize = 8 << 30
    /// The unpacked size of one entry, in bytes.
    var entrySize = 4 << 30
    /// How many times larger an entry, or all entries together, may be unpacked. Real packages stay below 11, and bombs begin at
    /// 1,026.
    var ratio = 100
    /// Contents up to this size in bytes may be packed better than `ratio`, as harmless small files of zeros are.
    var ratioFreeSize = 1 << 20
    /// The length of an entry's path in UTF-8 bytes.
    var pathLength = 1024
    /// The length of one part of a path in UTF-8 bytes, which is the limit of file systems.
    var partLength = 255
    /// The number of parts of a path.
    var depth = 32
    /// The number of symbolic links.
    var links = 10_000
    /// The length of a link's target in bytes.
    var targetLength = 1024
    /// The number of further links that one may lead through, which is the limit of Linux.
    var hops = 40

    static let standard = ArchiveLimits()
}
