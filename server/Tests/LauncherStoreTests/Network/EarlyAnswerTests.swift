import AsyncHTTPClient
import Foundation
import NIOCore
import Testing

@testable import LauncherStore

@Suite("An answer that comes before all was sent")
struct EarlyAnswerTests {
    @Test("says by its status what it refuses, where its words are lost", arguments: [413, 507])
    func keepsStatus(status: Int) async throws {
        let server = try ScriptedServer(["PUT /file": [["early": true, "status": status]]])
        let transport = try Transport(server: try ServerAddress(server.address), authorityFile: nil)
        let (pieces, more) = AsyncStream.makeStream(of: ByteBuffer.self)
        var request = StoreRequest(.PUT, "/file")
        request.body = { .stream(pieces, length: .known(Int64(100))) }
        more.yield(ByteBuffer(string: "a beginning"))
        let response = try await transport.response(to: request, through: transport.connections.files)
        // The library sees an end of the body that it has not sent whole.
        more.finish()
        let answer = try await transport.answer(of: response, limit: Refusal.limit)
        #expect(answer.status.code == UInt(status) && answer.body.isEmpty && !answer.isWhole)
        let refusal = Refusal.error(answer, from: transport.server)
        #expect(refusal.exitStatus == (status == 507 ? 75 : 65), "\(refusal)")
    }

    @Test("A file that is cut while it is sent is named, and never the server's fault")
    func cutFile() async throws {
        let sandbox = try Sandbox()
        let file = "\(sandbox.folder)/file"
        try Data(count: 10).write(to: URL(filePath: file))
        let server = try ScriptedServer(["PUT /file": [[:]]])
        let transport = try Transport(server: try ServerAddress(server.address), authorityFile: nil)
        var request = StoreRequest(.PUT, "/file")
        request.body = {
            .stream(
                FilePieces(path: file, start: 0, end: 20, line: ProgressBoard().line("file", total: 20)),
                length: .known(Int64(20)))
        }
        let error = await #expect(throws: StoreError.self) {
            try await transport.response(to: request, through: transport.connections.files)
        }
        #expect(error?.code == .badData && error?.description.contains(file) == true, "\(String(describing: error))")
    }
}
