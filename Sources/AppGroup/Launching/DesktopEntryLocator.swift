import AppGroupPlatform

/// Finds desktop entries by their ids (Desktop Entry Specification 1.5, "Desktop File ID").
package struct DesktopEntryLocator {
    /// The folders that hold desktop files, the most important first: an entry in one hides its namesakes in those after it.
    package let folders: [String]
    private let environment: ProcessEnvironment

    package init(_ environment: ProcessEnvironment) {
        self.environment = environment
        folders = environment.dataFolders.map { "\($0)/applications" }
    }

    /// The entry of that id; `nil` if there is none. One that is hidden counts as found.
    package func entry(_ id: String) throws(AppGroupError) -> DesktopEntry? {
        guard let path = folders.lazy.compactMap({ Self.path(of: id, in: $0) }).first else { return nil }
        return try DesktopEntry(id: id, path: path, environment: environment)
    }

    /// The file of an id within one folder. Each `-` of the id may stand for the `/` of a sub-folder.
    package static func path(of id: String, in folder: String) -> String? {
        guard id.hasSuffix(".desktop"), !id.utf8.contains(UInt8(ascii: "/")), !id.utf8.contains(0) else { return nil }
        return path(of: id[...], below: folder)
    }

    private static func path(of name: Substring, below folder: String) -> String? {
        let path = "\(folder)/\(name)"
        if let kind = try? Files.status(path).kind, kind == .file { return path }
        for dash in name.utf8.indices where name.utf8[dash] == UInt8(ascii: "-") {
            let part = name[..<dash]
            guard !part.isEmpty, part != ".", part != "..",
                let kind = try? Files.status("\(folder)/\(part)").kind, kind == .folder,
                let path = Self.path(of: name[name.utf8.index(after: dash)...], below: "\(folder)/\(part)")
            else { continue }
            return path
        }
        return nil
    }
}
