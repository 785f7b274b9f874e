import AppGroupPlatform
import Foundation
import ServerTestSupport
import Serving
import TestSupport

@testable import ObjectStorage

/// An S3 server that fails as scripted.
final class ScriptedS3: Sendable {
    struct Fault: Codable {
        let when: String
        let `do`: String
        var times = 1
    }

    private let program: ScriptedProgram
    var folder: TemporaryFolder { program.folder }
    var port: String { program.port }
    var requests: [Substring] { program.requests }

    init(_ faults: [Fault] = []) async throws {
        program = try await ScriptedProgram("scripted_s3.py", script: faults)
    }

    /// Sets faults for the requests from now on.
    func fail(_ faults: Fault...) throws { try program.set(faults) }

    /// A store that waits only briefly.
    func store(_ environment: [String: String] = S3Server.environment) throws -> ObjectBlobStore {
        var settings = ObjectSettings(place: try ObjectPlace("s3://bucket/prefix"), environment: environment)
        settings.endpoint = "http://127.0.0.1:\(port)"
        var patience = ObjectPatience()
        (patience.backoff, patience.silence) = (Backoff(first: .milliseconds(1), longest: .milliseconds(2)), 2)
        return try ObjectBlobStore(
            ObjectClient(settings, patience: patience), scratch: "\(folder.path)/scratch")
    }
}
