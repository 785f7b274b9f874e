import Foundation

/// A temporary folder for one test. It is deleted together with this object.
package final class BlobFolder: Sendable {
    package let path: String

    package init() throws {
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "catalog-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The permissions of all files in the folder and below, by relative path.
    package func files() throws -> [String: Int] {
        let manager = FileManager.default
        var files: [String: Int] = [:]
        for name in try manager.subpathsOfDirectory(atPath: path) {
            let attributes = try manager.attributesOfItem(atPath: "\(path)/\(name)")
            if attributes[.type] as? FileAttributeType == .typeRegular {
                files[name] = attributes[.posixPermissions] as? Int
            }
        }
        return files
    }

    /// Writes a file and returns its path.
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}
