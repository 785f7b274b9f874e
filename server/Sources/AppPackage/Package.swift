public import AppGroup
package import AppGroupPlatform

/// A package that was opened and found sound: a zip archive with one app bundle in `Payload/`, as iOS has them.
///
/// Opening a package checks the structure of the whole archive and the bundle's description of itself, and trusts neither.
/// `docs/packages.md` has the format, the limits and the reasons for refusals.
public struct Package {
    /// How much of a package is checked when it is opened.
    public enum Checking: Sendable {
        /// The structure, and the contents of the files that are read. Unpacking checks the rest.
        case structure
        /// Every byte, if the package and its unpacked contents each have at most ``Package/smallSize`` bytes; or else the structure.
        case smallContents
        /// Every byte.
        case contents
    }

    /// The app in it.
    public let bundle: AppBundle
    /// The size of the package's file in bytes.
    public let fileSize: UInt64
    /// The size of all files in it, unpacked, in bytes.
    public let unpackedSize: UInt64
    /// How many files, folders and links are in it.
    public let entryCount: Int
    /// Whether every byte was checked.
    public let isVerified: Bool

    /// The largest size of a small package, packed or unpacked: 16 MiB.
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

    /// Sentences call the file `name`.
    init(path: String, named name: String, checking: Checking) throws(PackageError) {
        try self.init(Archive(path: path, named: name), checking: checking)
    }

    /// Opens a package in an open file, so that another file can't take its place. Sentences call the file `name`.
    package init(reading file: consuming Descriptor, named name: String, checking: Checking) throws(PackageError) {
        try self.init(Archive(ArchiveFile(file, named: name)), checking: checking)
    }

    private init(_ archive: Archive, checking: Checking) throws(PackageError) {
        self.archive = archive
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

    /// Writes the app bundle into a private folder of the user. Everything that has not been checked yet is checked now, and
    /// that the file has not changed since it was opened.
    ///
    /// - Parameters:
    ///   - folder: An empty folder.
    ///   - place: The folder to name if the disk has no room; `nil` stands for `folder`. Use it if `folder` is temporary.
    /// - Throws: ``PackageError``; the contents of the folder are useless then.
    public func unpack(into folder: String, onDiskOf place: String? = nil) throws(PackageError) {
        if !isVerified { try archive.verifyContents(besides: archived.filePositions) }
        try Unpacker(
            archive: archive, bundle: archived, executable: bundle.info.executable, place: place ?? folder
        ).unpack(into: folder)
        try archive.file.checkIsUnchanged()
    }

    /// The SHA-256 of the package's file, 64 lowercase hexadecimal digits.
    ///
    /// - Throws: ``PackageError/Code/refused`` if the file has changed since it was opened.
    public func digest() throws(PackageError) -> PackageDigest { PackageDigest(stringLiteral: try archive.digest()) }
}
