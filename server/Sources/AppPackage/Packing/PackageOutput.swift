import SystemPackage

/// Where a package is to be written.
enum PackageOutput {
    /// Refuses a path in whose folder there is none, and one at which there is anything else than a file: a device or a pipe
    /// would be gone once it was replaced.
    static func check(_ path: String) throws(PackageError) {
        guard !path.isEmpty else {
            throw PackageError(.cannotCreate, "The package to write has no name; give one, such as Rooms.ipa.")
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        do throws(Errno) {
            // Through a link, should it be one.
            _ = try FileTree.status("\(folder)/.")
        } catch .noSuchFileOrDirectory, .notDirectory {
            throw PackageError(
                .cannotCreate, "There is no folder \(Quoted.path(folder)) for the package; make it first.")
        } catch {
            throw .writing(folder, error)
        }
        let kind: FileTree.Kind
        do throws(Errno) { kind = try FileTree.status(path).kind } catch .noSuchFileOrDirectory { return } catch {
            throw .writing(path, error)
        }
        guard kind == .file else {
            let what =
                switch kind {
                case .folder: "a folder"
                case .link: "a link"
                case .file, .other: "a device, pipe or socket"
                }
            throw PackageError(
                .cannotCreate, "\(Quoted.path(path)) is \(what), which no package replaces; choose another name.")
        }
    }
}
