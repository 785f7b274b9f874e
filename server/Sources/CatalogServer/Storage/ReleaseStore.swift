import AppGroup

/// What was published.
protocol ReleaseStore: Sendable {
    /// All of them, withdrawn ones too, in the order in which they were published.
    func releases() async throws -> [Release]
    func releases(of package: AppID) async throws -> [Release]
    func release(of package: AppID, digest: BlobDigest) async throws -> Release?
    /// Whether any release needs this file or icon.
    func isNamed(_ blob: BlobDigest) async throws -> Bool

    /// Adds a release; where it is there already from the same bytes, answers that one, unchanged. Throws `conflict` where the
    /// same version, build and platform of the package is there from other bytes.
    func publish(_ contents: Release.Contents, terms: Release.Terms, by who: Attribution) async throws
        -> PublishedRelease
    /// Changes some of the terms, and leaves the others as they are at that moment. Throws `notFound` where there is no such
    /// release, as the next.
    func changeTerms(of id: Release.ID, _ change: TermsChange, by who: Attribution) async throws -> Release
    func removeRelease(_ id: Release.ID, by who: Attribution) async throws
}

/// What came of publishing.
struct PublishedRelease: Sendable {
    let release: Release
    /// Whether it was there before.
    let existed: Bool
}
