import Foundation
import Hummingbird
import Logging
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

@Suite("Connections that do nothing useful")
struct IdleConnectionTests {
    /// A server in this process. Its connections may be idle for a second, and its clients must take 1 KiB a second.
    private static func serve<Result: Sendable>(
        _ body: @escaping @Sendable (RawClients.Server) async throws -> Result
    ) async throws -> Result {
        let router = Router()
        router.get("small") { _, _ in "small" }
        router.get("large") { _, _ in ByteBuffer(repeating: UInt8(ascii: "x"), count: 4 << 20) }
        router.post("body") { request, _ in "\(try await request.body.collect(upTo: 1 << 20).readableBytes)" }
        let (ports, port) = AsyncStream<Int>.makeStream()
        var limits = ConnectionLimits()
        (limits.window, limits.pace) = (.seconds(2), 2 << 10)
        (limits.idle, limits.farewell) = (.seconds(1), .seconds(1))
        let application = Application(
            router: router, server: try .bounded(nil, ConnectionTally(limits: limits)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let number = channel.localAddress?.port { port.yield(number) }
            }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await application.runService(gracefulShutdownSignals: [])
                return nil
            }
            var numbers = ports.makeAsyncIterator()
            let number = try #require(await numbers.next())
            group.addTask { try await body(RawClients.Server(port: number)) }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    @Test(
        "A connection on which nothing useful arrives is closed",
        arguments: [
            // Nothing; half a head; a head that never ends, a byte at a time.
            "", "GET /small HTTP/1.1\r\nHost: local", "drip GET /small HTTP/1.1\r\nX: ",
            // A whole request and then nothing; half of a body; a body that stops after the answer.
            "GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
            "drip POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhalf",
        ])
    func isClosed(sent: String) async throws {
        let program = """
            drips, text = own.startswith("drip "), own.removeprefix("drip ")
            connection = connect()
            connection.sendall(text.encode())
            connection.settimeout(0.1)
            answer = False
            for _ in range(6000):
                try:
                    if not connection.recv(65536):
                        answer = True
                        break
                except TimeoutError:
                    try:
                        if drips: connection.send(b"x")
                    except OSError: pass
                except OSError:
                    answer = True
                    break
            """
        let isClosed: Bool = try await Self.serve { try await RawClients.run(program, on: $0, given: sent) }
        #expect(isClosed)
    }

    @Test func `An answer that takes longer than a connection may be idle arrives completely`() async throws {
        let program = """
            answer = read_steadily(get("/large"), 1, 0.05, 65536)
            """
        let sizes: [Int] = try await Self.serve { try await RawClients.run(program, on: $0, given: 0) }
        #expect(sizes == [4 << 20])
    }
}
