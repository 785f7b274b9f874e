import AppGroup
import Downloading
import Foundation
import ServerTestSupport
import Synchronization
import TestSupport

@testable import ObjectStorage

/// The services that give temporary credentials, with scripted answers.
final class ScriptedRoles: Sendable {
    /// The answers that `scripted_roles.py` describes.
    struct Script: Codable, Sendable {
        var role: String? = "tools"
        var lifetime: Int?
        var document: String?
        var authorization: String? = "secret"
        var identity: String? = "identity"
        var forgets: Int?
        var status: Int?
        var silent: Bool?
        var hold: Bool?
    }

    /// Which of the services is asked.
    enum Kind: CaseIterable, Sendable {
        case machine, container, webIdentity
    }

    private let program: ScriptedProgram
    var folder: TemporaryFolder { program.folder }
    var requests: [Substring] { program.requests }
    var url: String { "http://127.0.0.1:\(program.port)" }
    /// How far the clock of the cache is ahead, in seconds.
    private let ahead = Mutex<Int64>(0)

    init(_ script: Script = Script()) async throws {
        program = try await ScriptedProgram("scripted_roles.py", script: script)
        _ = try folder.write("authorization", Array("secret\n".utf8))
        _ = try folder.write("identity", Array("identity\n".utf8))
    }

    func set(_ script: Script) throws { try program.set(script) }

    func advance(_ seconds: Int64) { ahead.withLock { $0 += seconds } }

    /// The variables of a program's environment for a service.
    func environment(_ kind: Kind) -> [String: String] {
        switch kind {
        case .machine: ["AWS_EC2_METADATA_SERVICE_ENDPOINT": url]
        case .container:
            [
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": "\(url)/credentials",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "\(folder.path)/authorization",
            ]
        case .webIdentity:
            [
                "AWS_WEB_IDENTITY_TOKEN_FILE": "\(folder.path)/identity", "AWS_ENDPOINT_URL_STS": url,
                "AWS_ROLE_ARN": "arn:aws:iam::1:role/tools & more",
            ]
        }
    }

    /// The credentials that come from a service.
    func cache(_ kind: Kind) -> CredentialCache {
        CredentialCache(environment(kind), region: "us-east-1", web: WebClient()) { [self] in
            Timestamp(milliseconds: Timestamp.now.milliseconds + ahead.withLock { $0 } * 1000)
        }
    }

    /// A client that reaches the services under every name.
    func local(silence: Int = 5) -> WebClient {
        var web = WebClient(patience: Patience(silence: silence))
        web.socket = "\(folder.path)/socket"
        return web
    }
}
