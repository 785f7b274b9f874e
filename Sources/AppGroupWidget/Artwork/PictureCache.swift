package import AppGroup
import AppGroupPlatform

/// Files in the user's cache folder with images as a terminal wants them, so that each is drawn once.
package struct PictureCache: Sendable {
    private let folder: String

    /// The largest file, in bytes, and the most files; if there are more, the oldest ones are removed.
    private static let (maximumSize, maximumFiles) = (256 << 10, 400)

    /// `nil` if the user has no cache folder.
    package init?(_ environment: ProcessEnvironment) {
        guard let cache = environment.cacheHome else { return nil }
        folder = "\(cache)/app-groups/icons"
    }

    /// The bytes that were kept under a key; `nil` if there are none, or if they were removed.
    package func bytes(for key: String) -> [UInt8]? {
        try? Files.contents(of: path(for: key), limit: Self.maximumSize)
    }

    /// The file of what was kept under a key; `nil` if nothing was, or if it was removed.
    package func file(for key: String) -> String? {
        let path = path(for: key)
        return Files.exists(path) ? path : nil
    }

    /// Makes a file in a cache, with a name that no other machine has, and removes it afterwards.
    ///
    /// - Parameter body: Gets its path; `nil` if there is no cache, or if the file cannot be created.
    static func withFile<Result>(_ bytes: [UInt8], in cache: PictureCache?, _ body: (String?) -> Result) -> Result {
        guard let folder = cache?.folder else { return body(nil) }
        let path = RandomName.draft(of: "\(folder)/question")
        try? Files.makeFolders(folder, permissions: 0o700)
        guard let file = try? Descriptor.makingFile(at: path) else { return body(nil) }
        defer { try? Files.remove(path) }
        return body((try? file.write(bytes[...])) == nil ? nil : path)
    }

    /// Keeps something, best effort.
    package func keep(_ bytes: [UInt8], for key: String) {
        guard bytes.count <= Self.maximumSize else { return }
        try? Files.makeFolders(folder, permissions: 0o700)
        removeOldest()
        // No wait for the disk: this is only a copy.
        let draft = RandomName.draft(of: path(for: key))
        do {
            try Descriptor.makingFile(at: draft).write(bytes[...])
            try Files.rename(draft, to: path(for: key))
        } catch {
            try? Files.remove(draft)
        }
    }

    private func path(for key: String) -> String { "\(folder)/\(SHA256.hexadecimal(of: Array(key.utf8)))" }

    /// Makes room for another file.
    private func removeOldest() {
        guard let names = try? Files.entries(of: folder), names.count >= Self.maximumFiles else { return }
        let files = names.compactMap { name in
            (try? Files.status("\(folder)/\(name)")).map { (name, $0.modification) }
        }
        let oldest = files.sorted { $0.1 < $1.1 }.prefix(names.count - Self.maximumFiles * 3 / 4)
        for (name, _) in oldest { try? Files.remove("\(folder)/\(name)") }
    }
}
