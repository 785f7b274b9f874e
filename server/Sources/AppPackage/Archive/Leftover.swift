/// What Finder leaves behind and no app needs: it is neither packed nor unpacked.
enum Leftover {
    /// The folder of resource forks and Finder's notes.
    static let folder = "__MACOSX"
    /// A folder's settings, and its custom icon.
    static let files: Set<String> = [".DS_Store", "Icon\r"]

    /// Whether an entry of an archive lies in the folder at the top, so that its name does not matter.
    static func isInFolder(_ name: some Sequence<UInt8>) -> Bool { name.starts(with: beginning.utf8) }

    private static let beginning = folder + "/"

    /// Whether an entry of an archive is left out when it is unpacked.
    static func contains(_ name: String) -> Bool {
        switch name.utf8.last {
        case UInt8(ascii: "e"), UInt8(ascii: "\r"): if isFile(name) { return true }
        default: break
        }
        return isInFolder(name.utf8)
    }

    private static func isFile(_ name: String) -> Bool {
        let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
        return files.contains(String(slash.map { name[name.utf8.index(after: $0)...] } ?? name[...]))
    }
}
