import AppCatalog
import AppGroup
import AppPackage

/// What a package's file says of itself, and its icon: what is left of it once it was found sound.
struct PackageContents: Sendable {
    let contents: Release.Contents
    /// The family that it names; `nil` where it names none.
    let group: AppGroup.GroupID?
    let icon: [UInt8]

    /// Opens a package and checks every byte of it, which takes seconds for a large one.
    ///
    /// - Parameter digest: Its SHA-256, which was just computed.
    /// - Throws: `PackageError`.
    init(path: String, digest: BlobDigest) throws {
        let package = try Package(path: path, checking: .contents)
        let info = package.bundle.info
        let format: Release.Icon.Format
        switch package.bundle.icon.source {
        case .png(let bytes): (icon, format) = (bytes, .png)
        case .svg(let bytes): (icon, format) = (bytes, .svg)
        case .file, .named: (icon, format) = ([], .svg)
        }
        group = info.group
        let platform = package.bundle.platform
        contents = Release.Contents(
            package: info.id, name: info.name, version: info.version, build: info.build,
            platform: CatalogPlatform(
                operatingSystem: "\(platform.operatingSystem)",
                architectures: platform.architectures.map { $0.name(on: platform.operatingSystem) }),
            minimumSystem: info.minimumSystem, schemes: info.schemes,
            icon: Release.Icon(digest: BlobDigest(sha256Of: icon), format: format), digest: digest,
            size: package.fileSize, unpackedSize: package.unpackedSize)
    }
}
