/// A package that was opened and found sound: a zip archive with one app bundle in `Payload/`, as iOS has them.
///
/// Opening one checks the structure of the whole archive and what the bundle says of itself, and trusts neither.
/// `docs/packages.md` has the format, the limits, and what is refused.
public struct Package {
    /// How much of a package is checked when it is opened.
    public enum Checking: Sendable {
        /// The structure, and the contents of the files that are read. Unpacking checks the rest.
        case structure
        /// Every byte, if the package and what it unpacks to are at most ``Package/smallSize`` bytes; else the structure.
        case smallContents
        /// Every byte.
        case contents
    }

    /// The app in it.
    public let bundle: AppBundle
    /// Bytes of the package's file.
    public let fileSize: UInt64
    /// Bytes of all files in it, unpacked.
    public let unpackedSize: UInt64
    /// How many files, folders and links are in it.
    public let entryCount: Int
    /// Whether every byte was checked.
    public let isVerified: Bool

    /// Up to how many bytes a package is small, packed or unpacked: 16 MiB.
    public static let smallSize: UInt64 = 16 << 20

    private let archive: Archive
    private let archived: ArchivedBundle

    /// Opens a package.
    ///
    /// - Parameters:
    ///   - path: Its file.
    ///   - checking: How much of it is checked.
    /// - Throws: ``PackageError/Code/refused`` with the reason, or why the file cannot be read.
    public init(path: String, checking: Checking) throws(PackageError) {
        try self.init(path: path, named: path, checking: checking)
    }

    /// `name` is what sentences call the file.
    init(path: String, named name: String, checking: Checking) throws(PackageError) {
        archive = try Archive(path: path, named: name)
        archived = try ArchivedBundle(in: archive)
        fileSize = UInt64(archive.file.size)
        unpackedSize = archive.entries.reduce(0) { $0 + UInt64($1.size) }
        entryCount = archive.entries.count
        switch checking {
        case .structure: isVerified = false
        case .smallContents: isVerified = max(fileSize, unpackedSize) <= Self.smallSize
        case .contents: isVerified = true
        }
        if isVerified { try archive.verifyContents() }
        bundle = try AppBundle(archived)
    }

    /// Writes the app bundle into a folder of the user's own that nobody else may write. Everything is checked that was
    /// not before.
    ///
    /// - Parameters:
    ///   - folder: An empty folder.
    ///   - place: The folder that is named where its disk has no room; `folder` itself, unless that is gone by the time
    ///     somebody reads it.
    /// - Throws: ``PackageError``; what is in the folder then is of no use.
    public func unpack(into folder: String, onDiskOf place: String? = nil) throws(PackageError) {
        try Unpacker(
            archive: archive, bundle: archived, executable: bundle.info.executable, place: place ?? folder
        ).unpack(into: folder)
    }

    /// The SHA-256 of the package's file, 64 lower-case hexadecimal digits.
    ///
    /// - Throws: ``PackageError/Code/refused`` where the file was changed since it was opened.
    public func digest() throws(PackageError) -> String { try archive.digest() }
}
