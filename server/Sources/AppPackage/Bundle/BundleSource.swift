import AppGroup
import AppGroupPlatform

/// The source of an app bundle's files: a package or a folder.
protocol BundleSource {
    /// The name of the bundle's folder, such as `Rooms.app`.
    var folderName: String { get }

    /// The names of the files directly in the bundle, with their sizes in bytes.
    func files() throws(PackageError) -> [String: UInt64]

    /// The bytes of a file of the bundle. Links are followed.
    ///
    /// - Parameters:
    ///   - name: Its path inside the bundle.
    ///   - limit: The largest size in bytes. A larger file is refused.
    /// - Returns: `nil` if there is no such file.
    func contents(of name: String, limit: Int) throws(PackageError) -> [UInt8]?

    /// At most the first `count` bytes of a file of the bundle. Links are followed.
    ///
    /// - Returns: `nil` if there is no such file.
    func beginning(of name: String, count: Int) throws(PackageError) -> [UInt8]?
}

/// A bundle that is unpacked on the disk.
struct FolderBundle: BundleSource {
    let path: String
    let folderName: String

    /// - Parameter path: The bundle's folder, its name included.
    init(_ path: String) {
        self.path = path
        folderName = Paths.lastComponent(of: path)
    }

    func files() throws(PackageError) -> [String: UInt64] {
        let names = try FolderNames.sorted(in: path)
        do throws(SystemError) {
            var files: [String: UInt64] = [:]
            for name in names {
                let status = try Files.status("\(path)/\(name)", followingLinks: false)
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
                .refused, "\(PlainText.quoted(path: "\(path)/\(name)")) is larger than \(limit) bytes; make it smaller."
            )
        }
        return bytes
    }

    func beginning(of name: String, count: Int) throws(PackageError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try Descriptor.readingAtOnce("\(path)/\(name)")
            var bytes = [UInt8](repeating: 0, count: count)
            let filled: Result<Int, SystemError> = bytes.withUnsafeMutableBytes { buffer in
                do throws(SystemError) { return .success(try file.fill(buffer)) } catch { return .failure(error) }
            }
            return Array(bytes[..<(try filled.get())])
        } catch .notFound {
            return nil
        } catch {
            throw .reading("\(path)/\(name)", error)
        }
    }
}
