package import AppGroup
import AppGroupPlatform

/// The cache from which desktops learn which applications open a type of file or link, as in “Open with”. It has a line for
/// each type, such as `x-scheme-handler/inbox=com.example.inbox.desktop;`.
package struct TypeCache {
    /// The contents of a cache without any type.
    private static let empty = "[MIME Cache]\n"

    private let entries: String
    private let environment: ProcessEnvironment

    private var path: String { "\(entries)/mimeinfo.cache" }

    /// - Parameter entries: The folder of the entries that the cache is about, and of the cache.
    package init(of entries: String, environment: ProcessEnvironment) {
        self.entries = entries
        self.environment = environment
    }

    /// Whether the cache names the entries of earlier runs for their schemes and no others, and no entry that was removed.
    var isCurrent: Bool {
        let bytes = try? Files.contents(of: path, limit: 16 << 20)
        let values = bytes.flatMap { try? KeyFile($0, keeping: ["MIME Cache"])["MIME Cache"] } ?? [:]
        let files = ExistingDesktopFile.all(in: entries)
        let present = files.allSatisfy { file in
            file.types.allSatisfy { type in values[type].map { KeyFile.list($0).contains(file.desktopFileID) } ?? false
            }
        }
        let own = Dictionary(files.map { ($0.desktopFileID, $0.types) }) { first, _ in first }
        let schemes = values.filter { $0.key.hasPrefix(URLScheme.typePrefix) }
        return present && bytes.map { !$0.elementsEqual(Self.empty.utf8) } ?? true
            && schemes.allSatisfy { type, ids in
                KeyFile.list(ids).allSatisfy { id in
                    own[id]?.contains(type) ?? (DesktopEntryLocator.path(of: id, in: entries) != nil)
                }
            }
    }

    /// Has the tool of the desktop write the cache again.
    ///
    /// - Parameter patience: How long the tool may take; then it is stopped.
    /// - Returns: The steps that did not go as planned, in sentences for the user.
    package func update(within patience: Duration = .seconds(10)) -> [String] {
        defer { removeIfEmpty() }
        guard let tool = environment.executable(named: "update-desktop-database") else {
            guard !ExistingDesktopFile.all(in: entries).isEmpty else { return [] }
            return [
                "“Open with” may not offer the apps, because update-desktop-database is not in PATH. Install it (Debian: "
                    + "desktop-file-utils), then try again."
            ]
        }
        let program = Processes.Program(executable: tool, arguments: ["--quiet", entries], environment: environment)
        let outcome = try? Processes.run(program, timeout: patience)
        guard outcome?.mayHaveSucceeded != true else { return [] }
        return ["update-desktop-database could not update \(PlainText.harmless(path)). Run it to see why."]
    }

    /// An empty cache is as good as none.
    private func removeIfEmpty() {
        guard let bytes = try? Files.contents(of: path, limit: 64),
            bytes.elementsEqual(Self.empty.utf8)
        else { return }
        try? Files.remove(path)
    }
}
