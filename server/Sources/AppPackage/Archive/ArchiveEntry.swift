/// One file, folder or link of an archive that was found sound.
struct ArchiveEntry: Sendable {
    enum Kind: Hashable, Sendable {
        case file(isExecutable: Bool)
        case directory
        /// A symbolic link. It leads to something in the same app, or in the archive where it is in none.
        case link(target: String)
    }

    /// How the contents are stored.
    enum Method: Int, Sendable {
        case stored = 0
        case deflated = 8
    }

    /// The place in the archive's directory, from 0; libzip's index.
    let index: Int
    /// The path, with a slash at the end of a directory's: relative, UTF-8, without `.` and `..`.
    let name: String
    let kind: Kind
    let method: Method
    /// Bytes of the contents, as the archive says; reading makes sure of it.
    let size: Int
    /// Bytes that they take in the archive.
    let compressedSize: Int
    /// CRC-32 of the contents (ISO 3309).
    let crc: UInt32

    /// The parts of the path.
    var parts: [Substring] { name.split(separator: "/") }

    /// Whether this is what macOS adds for itself: resource forks and the Finder's notes. Nothing unpacks it.
    var isIgnored: Bool { Self.isIgnored(name) }

    static func isIgnored(_ name: String) -> Bool {
        name.beginsWithBytes(of: "__MACOSX/".utf8)
            || (name.utf8.last == UInt8(ascii: "e") && name.split(separator: "/").last == ".DS_Store")
    }
}
