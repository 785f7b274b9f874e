import AppGroupPlatform

/// Downloads releases from a server, and resumes after interruptions.
struct Downloader: Sendable {
    let client: ServerClient
    /// The folder of the files that are not whole yet.
    let folder: String

    /// A part that has not grown for this many seconds is deleted.
    private static let keptSeconds: Int64 = 14 * 86_400

    /// Downloads a release, or goes on where a download of it ended.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - container: The folder in which it is going to be unpacked. Room for that is needed too.
    ///   - line: Shows the progress.
    ///   - isWanted: Asked once no other process downloads the file, as another one may have installed it by then.
    /// - Returns: The file; `nil` if it is no longer wanted.
    func download(
        _ release: TrustedRelease, of name: String, unpackingIn container: String, line: ProgressLine,
        isWanted: @Sendable () throws -> Bool
    ) async throws -> VerifiedDownload? {
        try await ReleaseDownload(
            client: client, folder: folder, release: release, name: name, container: container, line: line
        ).run(isWanted: isWanted)
    }

    /// Deletes parts that no download went on with.
    func clearAwayOldParts(now: Int64) { Self.clearAwayOldParts(in: folder, now: now) }

    static func clearAwayOldParts(in folder: String, now: Int64) {
        guard let parts = try? OpenFolder(folder) else { return }
        for name in (try? parts.names()) ?? [] where PartialFile.isName(name) {
            try? remove(name, in: parts, ifLastChangedBefore: now - keptSeconds)
        }
    }

    private static func remove(
        _ name: String, in parts: OpenFolder, ifLastChangedBefore moment: Int64
    ) throws(SystemError) {
        let file = try parts.file(name, for: .reading)
        if try file.modificationTime() < moment, try file.tryLock() { try parts.remove(name) }
    }
}
