package import Foundation
import Synchronization

/// A folder of one test, which only its user can open. It is deleted with the last reference to it.
package final class TemporaryFolder: Sendable {
    /// The folder, without symbolic links. It is short enough for a Unix socket in the folder.
    package let path: String

    /// The folder as a URL.
    package var url: URL { URL(filePath: path) }

    /// Makes a folder.
    ///
    /// - Parameter name: What its name begins with.
    package init(_ name: String = "test") throws {
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "\(name)-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a folder that stays until this process ends, for what several tests share.
    package static func shared(_ name: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder(name)
        shared.withLock { $0.append(folder) }
        _ = deletesShared
        return folder
    }

    private static let shared = Mutex<[TemporaryFolder]>([])
    private static let deletesShared = atexit {
        for folder in TemporaryFolder.shared.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder.url) }
    }

    /// Writes a file, and makes the folders in its name.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    package func write(_ file: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = url.appending(path: file)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Deletes a file, or a folder with all that is in it.
    package func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }
}
