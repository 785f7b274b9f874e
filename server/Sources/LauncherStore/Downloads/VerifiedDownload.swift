import AppPackage

/// A downloaded file that is exactly the release of a ``TrustedCatalog``: the one place where a download is trusted.
///
/// Only ``ReleaseDownload`` makes one, after checking length and SHA-256. Installation takes this type and not a path, so that
/// further checks, such as one of a signature, would have one place. The file belongs to this process until it is discarded.
struct VerifiedDownload: Sendable {
    let release: TrustedRelease
    private let file: PartialFile

    /// - Throws: ``ClientError`` if the file is not that release.
    init(_ file: PartialFile, is release: TrustedRelease, of name: String, from server: ServerAddress)
        throws(ClientError)
    {
        guard file.size == release.size, try file.finish() == release.digest.description else {
            throw ClientError(
                .badData,
                "The file that \(server) sent for \(name) \(release.name) has a different SHA-256 than its catalog says. "
                    + "Nothing was installed; try again later, and tell the server's administrator if that does not help."
            )
        }
        self.release = release
        self.file = file
    }

    /// The package in it, read from the very file that was checked: by now, its path may name another one.
    func package() throws -> Package { try Package(reading: file.duplicate(), named: file.path, checking: .structure) }

    /// Deletes the file.
    func discard() { file.discard() }
}
