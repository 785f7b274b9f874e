import AppGroup

/// Records for each app the releases that its user decided against, by `rollback` or by choosing an older one, so that updates don't
/// bring them back, even if newer ones are withdrawn. There is a small file for each app, named by its identifier in lowercase,
/// since others that differ only in case mean the same app. Each line has the digests of the releases, separated by spaces, a
/// tab, and the folder of the groups in which the choice was made. Others may read such a file, but not write it, as with
/// ``OriginStore``.
struct DeclinedReleases {
    let folder: String
    /// The folder of the groups in which packages are installed.
    let groups: String

    init(_ folders: ClientFolders) { (folder, groups) = ("\(folders.state)/declined", folders.groups) }

    /// How many releases of an app are kept.
    private static let most = 100

    private typealias Line = (digests: [String], groups: String)

    /// The digests of an app's line, before and after a note.
    struct Change {
        fileprivate let before: [String]
        fileprivate let after: [String]
    }

    /// The releases that the user of an app decided against, and did not choose since.
    func releases(of app: AppID) -> Set<PackageDigest> {
        Set(digests(in: lines(of: app)).compactMap { try? PackageDigest($0) })
    }

    /// Carries out the choice of a release, and records it right before the switch: an update that runs after the switch, even
    /// if this process was killed there, must not undo it. If it can't be carried out, it is taken back, unless another command
    /// has recorded something since.
    ///
    /// - Parameters:
    ///   - name: What people call the release.
    ///   - carryOut: Installs it, and returns what happened, in sentences for a person. It gets what records the choice, to be
    ///     called once everything else is ready.
    /// - Returns: The same sentences and, if the choice can't be recorded, the reason.
    func choosing(
        _ chosen: PackageDigest, named name: String, insteadOf others: [PackageDigest], of app: AppID,
        _ carryOut: (_ note: () -> Void) throws -> [String]
    ) throws -> [String] {
        var change: Change?
        var warnings: [String] = []
        do {
            let sentences = try carryOut {
                do throws(ClientError) {
                    change = try note(chosen, insteadOf: others, of: app)
                } catch {
                    warnings = [
                        "Your choice of \(name) can't be recorded, so updates may install another release: \(error)"
                    ]
                }
            }
            return sentences + warnings
        } catch {
            if let change { takeBack(change, of: app) }
            throw error
        }
    }

    /// Records that the user chose a release, and decided against others.
    ///
    /// - Returns: What it changed; `nil` if the record says so already.
    @discardableResult
    func note(
        _ chosen: PackageDigest, insteadOf others: [PackageDigest], of app: AppID
    ) throws(ClientError) -> Change? {
        let lines = lines(of: app)
        let (before, others) = (digests(in: lines), others.map(\.description))
        let known = before.filter { !others.contains($0) }
        let after = Array((others + known).filter { $0 != chosen.description }.prefix(Self.most))
        guard after != before else { return nil }
        try write(after, instead: lines, of: app)
        return Change(before: before, after: after)
    }

    /// Best effort: if it fails, updates skip the releases until one of them is chosen.
    private func takeBack(_ change: Change, of app: AppID) {
        let lines = lines(of: app)
        guard digests(in: lines) == change.after else { return }
        try? write(change.before, instead: lines, of: app)
    }

    /// Deletes the record of an app.
    func forget(_ app: AppID) throws(ClientError) { try write([], instead: lines(of: app), of: app) }

    private func digests(in lines: [Line]) -> [String] { lines.first { $0.groups == groups }?.digests ?? [] }

    private func write(_ digests: [String], instead known: [Line], of app: AppID) throws(ClientError) {
        var lines = known.filter { $0.groups != groups }
        if !digests.isEmpty, !groups.contains("\n") { lines.append((digests, groups)) }
        guard !lines.isEmpty else {
            if !known.isEmpty { try PrivateFile.remove(path(app)) }
            return
        }
        let text = lines.map { "\($0.digests.joined(separator: " "))\t\($0.groups)" }.joined(separator: "\n")
        try PrivateFile.replace(path(app), with: Array(text.utf8))
    }

    private func lines(of app: AppID) -> [Line] {
        guard let bytes = try? PrivateFile.contents(of: path(app), limit: 64 << 10, allowingReaders: true),
            let text = String(validating: bytes, as: UTF8.self)
        else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0].split(separator: " ").map(String.init), parts[1]) : nil
        }
    }

    private func path(_ app: AppID) -> String { "\(folder)/\("\(app)".lowercased())" }
}
