import Foundation
package import TestSupport

extension TemporaryFolder {
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
}
