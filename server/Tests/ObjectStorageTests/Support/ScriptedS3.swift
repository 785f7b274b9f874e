import Foundation
import ServerTestSupport
import Serving
import TestSupport

@testable import ObjectStorage

/// An S3 server that fails as it is told.
final class ScriptedS3: Sendable {
    struct Fault: Codable {
        let when: String
        let `do`: String
        var times = 1
    }

    let folder: BlobFolder
    private let process: RunningProcess
    let port: String

    init(_ faults: [Fault] = []) async throws {
        let folder = try BlobFolder()
        self.folder = folder
        _ = try folder.write("script", Array(try JSONEncoder().encode(faults)))
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "scripted_s3.py").path
        process = try RunningProcess(Python.interpreter.path, [program, folder.path], environment: .current)
        _ = await comesTrue { (try? String(contentsOfFile: "\(folder.path)/port", encoding: .utf8)) != nil }
        port = try String(contentsOfFile: "\(folder.path)/port", encoding: .utf8)
    }

    /// Sets faults for the requests from now on.
    func fail(_ faults: Fault...) throws { _ = try folder.write("script", Array(try JSONEncoder().encode(faults))) }

    /// The requests so far, one line each.
    var requests: [Substring] {
        ((try? String(contentsOfFile: "\(folder.path)/requests", encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// A store that waits only briefly.
    func store(_ environment: [String: String] = S3Server.environment) throws -> ObjectBlobStore {
        var settings = ObjectSettings(place: try ObjectPlace("s3://bucket/prefix"), environment: environment)
        settings.endpoint = "http://127.0.0.1:\(port)"
        var patience = ObjectPatience()
        (patience.first, patience.longest, patience.silence) = (.milliseconds(1), .milliseconds(2), 2)
        return try ObjectBlobStore(
            ObjectClient(settings, patience: patience), scratch: "\(folder.path)/scratch")
    }
}
