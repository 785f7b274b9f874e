import AppGroup
import AppGroupPlatform

/// The cache from which desktops learn which applications open a type of file or link, as in “Open with”. It has a line for
/// each type, such as `x-scheme-handler/inbox=com.example.inbox.desktop;`.
extension DesktopIntegration {
    private var typeCachePath: String { "\(entries)/mimeinfo.cache" }

    /// The contents of a cache without any type.
    private static let emptyCache = "[MIME Cache]\n"

    /// Whether the cache names the entries of earlier runs for their schemes, and no entry that was removed.
    var isTypeCacheCurrent: Bool {
        let bytes = try? Files.contents(of: typeCachePath, limit: 16 << 20)
        let values = bytes.flatMap { try? KeyFile($0, keeping: ["MIME Cache"])["MIME Cache"] } ?? [:]
        let files = ExistingDesktopFile.all(in: entries)
        let present = files.allSatisfy { file in
            file.types.allSatisfy { type in values[type].map { KeyFile.list($0).contains(file.desktopFileID) } ?? false
            }
        }
        let schemes = values.filter { $0.key.hasPrefix(URLScheme.typePrefix) }
        return present && bytes.map { !$0.elementsEqual(Self.emptyCache.utf8) } ?? true
            && schemes.values.flatMap({ KeyFile.list($0) }).allSatisfy {
                DesktopEntryLocator.path(of: $0, in: entries) != nil
            }
    }

    /// Has the tool of the desktop write the cache again.
    ///
    /// - Returns: The steps that did not go as planned, in sentences for the user.
    func updateTypeCache() -> [String] {
        defer { removeEmptyCache() }
        guard let tool = environment.executable(named: "update-desktop-database") else {
            guard !ExistingDesktopFile.all(in: entries).isEmpty else { return [] }
            return [
                "“Open with” may not offer the apps, because update-desktop-database is not in PATH. Install it (Debian: "
                    + "desktop-file-utils), then try again."
            ]
        }
        let program = Processes.Program(executable: tool, arguments: ["--quiet", entries], environment: environment)
        let ending = try? Processes.run(program, timeout: 30_000_000_000)
        guard ending?.status != 0 else { return [] }
        return ["update-desktop-database could not update \(PlainText.harmless(typeCachePath)). Run it to see why."]
    }

    /// An empty cache is as good as none.
    private func removeEmptyCache() {
        guard let bytes = try? Files.contents(of: typeCachePath, limit: 64),
            bytes.elementsEqual(Self.emptyCache.utf8)
        else { return }
        try? Files.remove(typeCachePath)
    }
}
