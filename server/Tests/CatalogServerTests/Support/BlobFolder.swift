import Foundation

/// A folder of a test's own; it is removed when nobody holds this any more.
final class BlobFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "catalog-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Every file below it, by its path in it, with its permissions.
    func files() throws -> [String: Int] {
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

    /// Makes a file.
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}
