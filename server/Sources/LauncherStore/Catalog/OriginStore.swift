import AppGroup
import AppGroupPlatform

/// Records from which server each package came: in a small file for each, named by the digest of the package.
///
/// So the origin of an app is that of its current version, even after going back to an older one.
struct OriginStore {
    let folder: String

    /// The server that a package came from; `nil` if that is not known, for instance because it was installed from a file.
    func origin(ofPackage digest: PackageDigest) -> ServerAddress? {
        guard let bytes = try? PrivateFile.contents(of: path(digest), limit: 512),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return try? ServerAddress(text)
    }

    /// Records where a package came from. Call it before the package is installed: a record without a package does no harm.
    func note(_ digest: PackageDigest, from server: ServerAddress) throws(ClientError) {
        try PrivateFile.replace(path(digest), with: Array("\(server)".utf8))
    }

    /// Deletes the records of packages that no app has, as far as that is possible. Records from the last day stay, since their
    /// packages may be being installed.
    ///
    /// - Parameter now: Seconds since 1970.
    func forget(allBut digests: Set<PackageDigest>, now: Int64) {
        guard let records = try? OpenFolder(parent) else { return }
        for name in (try? records.names()) ?? [] where Self.isRecordOrDraft(name) {
            guard (try? PackageDigest(name)).map(digests.contains) != true,
                let modified = try? records.file(name, for: .reading).modificationTime(), now - modified > 86_400
            else {
                continue
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
