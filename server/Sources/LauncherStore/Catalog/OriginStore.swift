import AppGroup

/// From which server each package came: a small file for each, named by the digest of the package.
///
/// So an app's origin is that of the version which is current, after going back to an older one, too.
struct OriginStore {
    let folder: String

    /// Where a package came from; `nil` where nobody knows, as of one that was installed from a file.
    func origin(ofPackage digest: String) -> ServerAddress? {
        guard let bytes = try? PrivateFile.contents(of: path(digest), limit: 512),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return try? ServerAddress(text)
    }

    /// Notes where a package came from. To be called before it is installed: a note about what is not installed harms nobody.
    func note(_ digest: String, from server: ServerAddress) throws(StoreError) {
        try PrivateFile.replace(path(digest), with: Array("\(server)".utf8))
    }

    /// Forgets packages that no app has any more, best effort. A note of the last day stays: what it is about may be just being
    /// installed.
    ///
    /// - Parameter now: Seconds since 1970.
    func forget(allBut digests: Set<String>, now: Int64) {
        for name in (try? Folders.entries(of: parent)) ?? [] where !digests.contains(name) {
            guard let status = try? OpenFile("\(parent)/\(name)", for: .reading).status(),
                now - status.modified > 86_400
            else {
                continue
            }
            try? Folders.remove("\(parent)/\(name)")
        }
    }

    private var parent: String { "\(folder)/origins" }

    private func path(_ digest: String) -> String { "\(parent)/\(digest)" }
}
