import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import LauncherStore

@Suite("An answer that comes before all was sent")
struct EarlyAnswerTests {
    /// An answer of which only the head comes, as the HTTP library leaves it where it takes the rest of a body, which is not
    /// sent after such an answer, for one that is too short.
    func answer(status: Int) async throws -> (StoreAnswer, ServerAddress) {
        let server = try ServerAddress("https://tools.example.com")
        let transport = try Transport(server: server, authorityFile: nil)
        let body = AsyncThrowingStream<ByteBuffer, any Error> {
            $0.finish(throwing: HTTPClientError.bodyLengthMismatch)
        }
        let response = HTTPClientResponse(
            status: HTTPResponseStatus(statusCode: status), headers: ["Retry-After": "5"], body: .stream(body))
        return (try await transport.answer(of: response, limit: Refusal.limit), server)
    }

    @Test(
        "says by its status what it refuses, where its words are lost", arguments: [(413, 65), (429, 75), (507, 75)])
    func keepsStatus(status: Int, exitStatus: Int32) async throws {
        let (answer, server) = try await answer(status: status)
        #expect(answer.status.code == UInt(status) && answer.headers.first(name: "Retry-After") == "5")
        #expect(answer.body.isEmpty && !answer.isWhole)
        let refusal = Refusal.error(answer, from: server)
        #expect(refusal.exitStatus == exitStatus, "\(refusal)")
    }

    @Test("counts as cut where it refuses nothing")
    func success() async throws {
        await #expect(throws: TransportFailure.self) { try await answer(status: 200) }
    }
}
