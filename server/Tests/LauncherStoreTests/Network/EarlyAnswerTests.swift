import AppGroup
import Downloading
import Foundation
import Testing

@testable import LauncherStore

@Suite("An answer that comes before the whole upload was sent")
struct EarlyAnswerTests {
    /// An answer that is only a head, as when a server closes the connection before its words have arrived.
    func answer(status: Int) async throws -> (ServerAnswer, ServerAddress) {
        let scripted = try ScriptedServer([
            "PUT /v1/uploads/0": [
                ["status": status, "headers": ["Retry-After": "5"], "text": "{}", "repeat": 50, "cut": 0]
            ]
        ])
        let server = try ServerAddress(scripted.address)
        let transport = try Transport(server: server, authorityFile: nil)
        var request = ServerRequest(.put, "/v1/uploads/0")
        request.body = BytesBody([1, 2, 3])
        return (try await transport.answerOnce(to: request, limit: ServerAnswer.refusalLimit), server)
    }

    @Test(
        "A refusal without its words still has its status", arguments: [(413, 65), (429, 75), (507, 75)])
    func keepsStatus(status: Int, exitStatus: AppExitStatus) async throws {
        let (answer, server) = try await answer(status: status)
        #expect(answer.status == status && answer.head["retry-after"] == "5")
        #expect(answer.body.isEmpty && !answer.isWhole)
        let refusal = ClientError(answer, from: server)
        #expect(refusal.exitStatus == exitStatus, "\(refusal)")
    }

    @Test("A refusal whose words do not come still has its status if the server falls silent instead")
    func silence() async throws {
        let scripted = try ScriptedServer([
            "PUT /v1/uploads/0": [["status": 413, "text": "a", "repeat": 200, "pause": [1, 600]]]
        ])
        // Without patience of its own, the client would get the whole answer.
        let transport = try Transport(
            server: try ServerAddress(scripted.address), authorityFile: nil, patience: .seconds(2))
        var request = ServerRequest(.put, "/v1/uploads/0")
        request.body = BytesBody([1, 2, 3])
        let answer = try await transport.answerOnce(to: request, limit: ServerAnswer.refusalLimit)
        #expect(answer.status == 413 && answer.body.isEmpty && !answer.isWhole)
    }

    @Test("An answer that refuses nothing counts as cut if its body does not come")
    func success() async throws {
        await #expect(throws: TransportFailure.self) { try await answer(status: 200) }
    }

    @Test(
        "A server that refuses an upload without reading it, and closes the connection, is understood",
        arguments: [false, true])
    func closing(isEncrypted: Bool) async throws {
        let certificate = isEncrypted ? try TestCertificate() : nil
        let words = #"{"error":{"code":"tooLarge","message":"That is more than this server takes."}}"#
        let scripted = try ScriptedServer(
            ["PUT /v1/uploads/0": [["status": 413, "text": words, "early": true]]], certificate: certificate)
        let server = try ServerAddress(scripted.address)
        let transport = try Transport(server: server, authorityFile: certificate?.file)
        for _ in 0..<8 {
            var request = ServerRequest(.put, "/v1/uploads/0")
            request.body = BytesBody([UInt8](repeating: 7, count: 8 << 20))
            let answer = try await transport.answer(to: request, limit: ServerAnswer.refusalLimit)
            #expect(answer.status == 413)
            let refusal = ClientError(answer, from: server)
            #expect(!answer.isWhole || "\(refusal)" == "That is more than this server takes.")
            #expect(refusal.exitStatus == 65)
        }
    }

    @Test("A body that was cut off is sent again only after the server has agreed to take it")
    func asking() async throws {
        let scripted = try ScriptedServer(["PUT /v1/uploads/0": [["status": 201, "asked": true]]])
        let transport = try Transport(server: try ServerAddress(scripted.address), authorityFile: nil)
        var request = ServerRequest(.put, "/v1/uploads/0")
        request.body = BytesBody([UInt8](repeating: 7, count: 8 << 20))
        let answer = try await transport.answer(to: request, limit: ServerAnswer.refusalLimit)
        #expect(answer.status == 201)
        let taken = scripted.requests("PUT", "/v1/uploads/0")
        #expect(taken.map { $0.headers["expect"] } == ["100-continue"])
        #expect(taken.first?.headers["content-length"] == "8388608")
    }

    @Test("A connection that ends while a body is being sent counts as cut, not as silent")
    func ending() async throws {
        let scripted = try ScriptedServer(["PUT /v1/uploads/0": [["asked": true]]])
        let transport = try Transport(server: try ServerAddress(scripted.address), authorityFile: nil)
        var request = ServerRequest(.put, "/v1/uploads/0")
        request.body = BytesBody([UInt8](repeating: 7, count: 8 << 20))
        let failure = await #expect(throws: TransportFailure.self) {
            try await transport.answerOnce(to: request, limit: ServerAnswer.refusalLimit)
        }
        guard case .cut("the connection was cut") = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
