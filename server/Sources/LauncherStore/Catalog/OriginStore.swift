import AppGroup
import AppGroupPlatform

/// Records from which server each package came: in a small file for each, named by the digest of the package. Its first line is
/// the server's address. The others are the folders of groups in which the package was installed; the records of 0.1.0 have none.
///
/// So the origin of an app is that of its current version, even after going back to an older one.
struct OriginStore {
    let folder: String
    /// The folder of the groups in which packages are installed.
    let groups: String

    init(folder: String, groups: String) { (self.folder, self.groups) = (folder, groups) }

    init(_ folders: ClientFolders) { self.init(folder: folders.state, groups: folders.groups) }

    private struct Record {
        let server: ServerAddress
        var groups: [String]
    }

    /// The server that a package came from; `nil` if that is not known, for instance because it was installed from a file.
    func origin(ofPackage digest: PackageDigest) -> ServerAddress? {
        record(of: digest)?.server
    }

    /// Records where a package came from. Call it before the package is installed: a record without a package does no harm.
    func note(_ digest: PackageDigest, from server: ServerAddress) throws(ClientError) {
        let others = record(of: digest)?.groups.filter { $0 != groups } ?? []
        try write(Record(server: server, groups: groups.contains("\n") ? others : others + [groups]), of: digest)
    }

    private func record(of digest: PackageDigest) -> Record? {
        guard let bytes = try? PrivateFile.contents(of: path(digest), limit: 64 << 10),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let server = try? ServerAddress(lines[0]), server.description == lines[0] else { return nil }
        return Record(server: server, groups: Array(lines.dropFirst()))
    }

    private func write(_ record: Record, of digest: PackageDigest) throws(ClientError) {
        let lines = ["\(record.server)"] + record.groups
        try PrivateFile.replace(path(digest), with: Array(lines.joined(separator: "\n").utf8))
    }

    /// Deletes the records of packages that no app has, as far as that is possible. Records from the last day stay, since their
    /// packages may be being installed, and so do those of packages in other folders of groups, which can't be seen from here.
    ///
    /// - Parameter now: Seconds since 1970.
    func forget(allBut digests: Set<PackageDigest>, now: Int64) {
        guard let records = try? OpenFolder(parent) else { return }
        for name in (try? records.names()) ?? [] where Self.isRecordOrDraft(name) {
            let digest = try? PackageDigest(name)
            guard digest.map(digests.contains) != true,
                let modified = try? records.file(name, for: .reading).modificationTime(), now - modified > 86_400
            else {
                continue
            }
            if let digest, let record = record(of: digest) {
                let others = record.groups.filter { $0 != groups }
                guard others.count < record.groups.count else { continue }
                guard others.isEmpty else {
                    try? write(Record(server: record.server, groups: others), of: digest)
                    continue
                }
            }
            try? records.remove(name)
        }
    }

    private static func isRecordOrDraft(_ name: String) -> Bool {
        let digest = String(name.prefix(64))
        return (try? PackageDigest(digest)) != nil && (name == digest || RandomName.isDraft(name, of: digest))
    }

    private var parent: String { "\(folder)/origins" }

    private func path(_ digest: PackageDigest) -> String { "\(parent)/\(digest)" }
}
