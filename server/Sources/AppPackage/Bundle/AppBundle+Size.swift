import SystemPackage

extension AppBundle {
    /// The bytes of all files in a folder and below it. A file with two names counts twice.
    ///
    /// - Throws: ``PackageError`` naming what cannot be read.
    public static func size(of folder: String) throws(PackageError) -> UInt64 {
        var total: UInt64 = 0
        var folders = [folder]
        while let path = folders.popLast() {
            do throws(Errno) {
                for name in try FileTree.entries(of: path) {
                    let status = try FileTree.status("\(path)/\(name)")
                    if status.kind == .folder { folders.append("\(path)/\(name)") }
                    if status.kind == .file { total &+= UInt64(max(0, status.size)) }
                }
            } catch {
                throw .reading(path, error)
            }
        }
        return total
    }
}
