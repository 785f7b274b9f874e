import AppGroup
import AppGroupPlatform

/// Records from which server each package came: in a small file for each, named by the digest of the package. Its first line is
/// a server's address. The others are the folders of groups in which the package was installed, each followed by a tab and the
/// address of its own server if it came from another one; the records of 0.1.0 have none.
///
/// So the origin of an app is that of its current version, even after going back to an older one.
///
/// A record counts even if others may read it, as in a home that was restored without its modes; nobody else may write it.
struct OriginStore {
    let folder: String
    /// The folder of the groups in which packages are installed.
    let groups: String

    init(folder: String, groups: String) { (self.folder, self.groups) = (folder, groups) }

    init(_ folders: ClientFolders) { self.init(folder: folders.state, groups: folders.groups) }

    private struct Record {
        let server: ServerAddress
        /// The folders of groups that have the package, and where each got it.
        var groups: [(folder: String, server: ServerAddress)]
    }

    /// The server that a package came from; `nil` if that is not known, for instance because it was installed from a file.
    func origin(ofPackage digest: PackageDigest) -> ServerAddress? {
        record(of: digest).map { record in record.groups.first { $0.folder == groups }?.server ?? record.server }
    }

    /// Records where a package came from. Call it before the package is installed: a record without a package does no harm.
    func note(_ digest: PackageDigest, from server: ServerAddress) throws(ClientError) {
        let known = record(of: digest)
        let others = known?.groups.filter { $0.folder != groups } ?? []
        let record =
            groups.contains("\n")
            ? Record(server: server, groups: others)
            : Record(server: known?.server ?? server, groups: others + [(groups, server)])
        try write(record, of: digest)
    }

    private func record(of digest: PackageDigest) -> Record? {
        guard let bytes = try? PrivateFile.contents(of: path(digest), limit: 64 << 10, allowingReaders: true),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let server = Self.server(lines[0]) else { return nil }
        let groups = lines.dropFirst().map { line in
            guard let tab = line.lastIndex(of: "\t"), let own = Self.server(String(line[line.index(after: tab)...]))
            else {
                return (line, server)
            }
            return (String(line[..<tab]), own)
        }
        return Record(server: server, groups: groups)
    }

    /// Reads an address as this store writes it.
    private static func server(_ text: String) -> ServerAddress? {
        (try? ServerAddress(text)).flatMap { $0.description == text ? $0 : nil }
    }

    private func write(_ record: Record, of digest: PackageDigest) throws(ClientError) {
        let lines =
            ["\(record.server)"]
            + record.groups.map { $0.server == record.server ? $0.folder : "\($0.folder)\t\($0.server)" }
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
                let others = record.groups.filter { $0.folder != groups }
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
