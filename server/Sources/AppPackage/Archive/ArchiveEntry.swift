/// One file, folder or link of an archive that was found sound.
struct ArchiveEntry: Sendable {
    enum Kind: Hashable, Sendable {
        case file(isExecutable: Bool)
        case directory
        /// A symbolic link. It leads to something in the same app, or in the archive where it is in none.
        case link(target: String)
    }

    /// The place in the archive's directory, from 0; libzip's index.
    let index: Int
    /// The path, with a slash at the end of a directory's: relative, UTF-8, without `.` and `..`.
    let name: String
    let kind: Kind
    /// See ``CentralHeader/isIgnored``.
    let isIgnored: Bool
    /// Bytes of the contents, as the archive says; reading makes sure of it.
    let size: Int

    /// The parts of the path.
    var parts: [Substring] { name.split(separator: "/") }
}
