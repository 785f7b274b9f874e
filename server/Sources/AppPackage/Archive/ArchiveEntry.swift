import AppGroupPlatform

/// A file, folder or link of a sound archive.
struct ArchiveEntry: Sendable {
    enum Kind: Hashable, Sendable {
        case file(isExecutable: Bool)
        case directory
        /// A symbolic link. It leads to something in the same app, or in the archive if it is in no app.
        case link(target: String)
    }

    /// The position in the archive's directory, from 0. It is libzip's index.
    let index: Int
    /// The path, with a slash at the end of a directory's: relative, UTF-8, without `.` and `..`.
    let name: String
    let kind: Kind
    /// See ``CentralHeader/isIgnored``.
    let isIgnored: Bool
    /// What the archive states about the contents; reading verifies it.
    let contents: EntryContents

    /// The size of the contents in bytes.
    var size: Int { contents.size }

    /// The parts of the path.
    var parts: [Substring] { Paths.components(of: name) }
}

/// What an archive states about the contents of an entry.
struct EntryContents: Sendable {
    /// The size in bytes when it is unpacked.
    let size: Int
    /// The size in bytes in the archive.
    let compressedSize: Int
    /// The CRC-32 of the unpacked contents.
    let crc: UInt32
    /// Whether the contents are compressed.
    let isDeflated: Bool
}

/// The type of an entry, from the Unix mode that was recorded for it and the slash at the end of its name.
enum EntryType: Equatable {
    case file(isExecutable: Bool)
    case directory
    case link

    private static let unixSystems = [3, 19]

    init(of header: CentralHeader) throws(PackageError) {
        let mode = header.attributes >> 16
        let name = header.name
        let hasSlash = name.utf8.last == UInt8(ascii: "/")
        // On a folder these bits affect the ownership of its contents, and they are not unpacked.
        guard mode & 0o7000 == 0 || hasSlash else {
            throw ArchiveFault.entry(name, "would run with the rights of another user (setuid, setgid or sticky)")
        }
        switch mode & 0o170000 {
        case 0, 0o100000: self = hasSlash ? .directory : .file(isExecutable: mode & 0o111 != 0)
        case 0o040000: self = .directory
        case 0o120000: self = .link
        case 0o010000: throw ArchiveFault.entry(name, "is a named pipe")
        case 0o020000, 0o060000: throw ArchiveFault.entry(name, "is a device")
        case 0o140000: throw ArchiveFault.entry(name, "is a socket")
        default: throw ArchiveFault.entry(name, "is of no known kind")
        }
        let isStatedFile = mode & 0o170000 == 0o100000
        let isStatedDirectory = header.attributes & 0x10 != 0
        guard hasSlash == (self == .directory), !(hasSlash && isStatedFile), hasSlash || !isStatedDirectory else {
            throw ArchiveFault.entry(name, "is a folder by its name or by its attributes, but not by both")
        }
        if self == .link, !Self.unixSystems.contains(header.system) {
            throw ArchiveFault.entry(name, "is a link, but was not made on a Unix system")
        }
    }
}
