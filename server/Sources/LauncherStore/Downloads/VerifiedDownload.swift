/// A file whose every byte is what a release of a ``TrustedCatalog`` says: the one place where a download is believed.
///
/// Only ``Downloader`` makes one, once length and SHA-256 are right. What installs takes this type and not a path, so that a
/// further check, such as one of a signature, has one place to stand. The file belongs to this process until it is discarded.
struct VerifiedDownload: Sendable {
    let release: TrustedRelease
    private let file: PartialFile

    /// - Throws: ``StoreError`` where the file is not that release; it is then deleted.
    init(_ file: PartialFile, is release: TrustedRelease, of name: String, from server: ServerAddress)
        throws(StoreError)
    {
        guard file.size == release.size, try file.finish() == release.digest else {
            file.discard()
            throw StoreError(
                .badData,
                "What \(server) sent as \(name) \(release.name) is not what its catalogue names: its SHA-256 is another. "
                    + "Nothing was installed; try again later, and tell whoever runs the server if that does not help.")
        }
        self.release = release
        self.file = file
    }

    var path: String { file.path }

    /// Deletes the file.
    func discard() { file.discard() }
}
