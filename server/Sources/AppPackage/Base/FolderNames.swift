import AppGroup
import AppGroupPlatform

/// The names in a folder on the disk.
enum FolderNames {
    /// The names, without `.` and `..`, sorted by their bytes.
    ///
    /// - Throws: ``PackageError`` naming the folder if it cannot be read, or an entry whose name is not UTF-8.
    static func sorted(in path: String) throws(PackageError) -> [String] {
        let entries: [[CChar]]
        do throws(SystemError) {
            entries = try OpenFolder(path, followsLink: true).entries()
        } catch {
            throw .reading(path, error)
        }
        var names: [String] = []
        for entry in entries {
            let bytes = entry.dropLast().lazy.map(UInt8.init(bitPattern:))
            guard let name = String(validating: bytes, as: UTF8.self) else {
                let shown = PlainText.quoted(path: "\(path)/\(Paths.shown(entry))")
                throw PackageError(.refused, "\(shown) has a name that is not UTF-8; rename it.")
            }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
