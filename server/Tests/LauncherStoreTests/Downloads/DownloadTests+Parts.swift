import AppCatalog
import Foundation
import Testing

/// What an earlier download left.
extension DownloadTests {
    /// Leaves a part behind, as an earlier download would.
    @discardableResult
    func leavePart(_ digest: String, _ bytes: Data) throws -> String {
        let folder = "\(testServer.sandbox.folder)/home/.cache/app-groups/downloads"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = "\(folder)/\(digest).part"
        try bytes.write(to: URL(filePath: part))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: part)
        return part
    }
}
