import Foundation

/// A temporary file, which is deleted with the last reference to it.
final class TemporaryFile: Sendable {
    let path: String

    init(_ name: String, _ contents: [UInt8] = []) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path
        try Data(contents).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
