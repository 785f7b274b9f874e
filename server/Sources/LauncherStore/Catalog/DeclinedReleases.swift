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

    /// The releases that the user of an app decided against, and did not choose since.
    func releases(of app: AppID) -> Set<PackageDigest> {
        Set(digests(in: lines(of: app)).compactMap { try? PackageDigest($0) })
    }

    /// Records that the user chose a release and decided against others, and then carries the choice out: an update that runs
    /// in between, or after this process was killed there, must not undo it. If it can't be carried out, it is taken back.
    ///
    /// - Parameters:
    ///   - name: What people call the release.
    ///   - carryOut: Installs it, and returns what happened, in sentences for a person.
    /// - Returns: The same sentences and, if the choice can't be recorded, the reason.
    func choosing(
        _ chosen: PackageDigest, named name: String, insteadOf others: [PackageDigest], of app: AppID,
        _ carryOut: () throws -> [String]
    ) throws -> [String] {
        let earlier = digests(in: lines(of: app))
        var warnings: [String] = []
        do throws(ClientError) {
            try note(chosen, insteadOf: others, of: app)
        } catch {
            warnings = ["That you chose \(name) can't be recorded, so updates may bring another release: \(error)"]
        }
        do {
            return try carryOut() + warnings
        } catch {
            try? write(earlier, instead: lines(of: app), of: app)
            throw error
        }
    }

    /// Records that the user chose a release, and decided against others.
    func note(
        _ chosen: PackageDigest, insteadOf others: [PackageDigest], of app: AppID
    ) throws(ClientError) {
        let lines = lines(of: app)
        let others = others.map(\.description)
        let known = digests(in: lines).filter { !others.contains($0) }
        try write((others + known).filter { $0 != chosen.description }, instead: lines, of: app)
    }

    /// Deletes the record of an app.
    func forget(_ app: AppID) throws(ClientError) { try write([], instead: lines(of: app), of: app) }

    private func digests(in lines: [Line]) -> [String] { lines.first { $0.groups == groups }?.digests ?? [] }

    private func write(_ digests: [String], instead known: [Line], of app: AppID) throws(ClientError) {
        var lines = known.filter { $0.groups != groups }
        if !digests.isEmpty, !groups.contains("\n") { lines.append((Array(digests.prefix(Self.most)), groups)) }
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
