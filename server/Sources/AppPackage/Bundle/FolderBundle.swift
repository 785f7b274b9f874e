import SystemPackage

/// A bundle that lies unpacked on the disk.
struct FolderBundle: BundleSource {
    let path: String
    let folderName: String

    /// - Parameter path: The bundle's folder, its name included.
    init(_ path: String) {
        self.path = path
        folderName = String(path.split(separator: "/").last ?? "")
    }

    func files() throws(PackageError) -> [String: UInt64] {
        do throws(Errno) {
            var files: [String: UInt64] = [:]
            for name in try FileTree.entries(of: path) {
                let status = try FileTree.status("\(path)/\(name)")
                if status.kind == .file { files[name] = UInt64(max(0, status.size)) }
            }
            return files
        } catch {
            throw .reading(path, error)
        }
    }

    func contents(of name: String, limit: Int) throws(PackageError) -> [UInt8]? {
        guard let bytes = try beginning(of: name, count: limit + 1) else { return nil }
        guard bytes.count <= limit else {
            throw PackageError(
                .refused, "\(Quoted.path("\(path)/\(name)")) is larger than \(limit) bytes; make it smaller.")
        }
        return bytes
    }

    func beginning(of name: String, count: Int) throws(PackageError) -> [UInt8]? {
        do throws(Errno) {
            let file = try InputFile("\(path)/\(name)")
            var bytes = [UInt8](repeating: 0, count: count)
            let filled: Result<Int, Errno> = bytes.withUnsafeMutableBytes { buffer in
                do throws(Errno) { return .success(try file.read(into: buffer)) } catch { return .failure(error) }
            }
            return Array(bytes[..<(try filled.get())])
        } catch .noSuchFileOrDirectory {
            return nil
        } catch {
            throw .reading("\(path)/\(name)", error)
        }
    }
}
