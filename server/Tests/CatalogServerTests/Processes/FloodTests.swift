import AppCatalog
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

struct FloodTests {
    private struct Given: Codable {
        let port: Int
        let process: Int32
        let logins: Int
    }

    private struct Outcome: Codable {
        let statuses: [String: Int]
        let peak: Int
    }

    /// The attackers come from a thousand addresses, so that only the queue of password checks limits them. The test does
    /// not wait for the checks in the queue to finish.
    @Test func `A thousand concurrent logins take the memory of two password checks, and other users are still served`()
        async throws
    {
        let folder = try TemporaryFolder()
        let root = try await StoreFixture.logIn("root", role: .administrator, in: folder)
        // Passwords have their real cost.
        let server = try await ServerProcess(
            in: folder, ["--trusted-proxies", "127.0.0.1"], environment: ["PATH": "/usr/bin:/bin"])
        let program = """
            import asyncio, collections, os, resource, signal
            resource.setrlimit(resource.RLIMIT_NOFILE, (4096, max(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
            def send(writer, number):
                body = json.dumps({"user": f"user{number}", "password": "wrong"}).encode()
                head = (f"POST /v1/login HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: {len(body)}\\r\\n"
                        f"X-Forwarded-For: 203.0.{number // 250}.{number % 250 + 1}\\r\\n\\r\\n").encode()
                writer.write(head + body)
            async def read_status(reader, writer):
                status = (await reader.readline()).split()[1].decode()
                writer.close()
                return status
            async def flood():
                statuses = collections.Counter()
                connections = [await asyncio.open_connection("127.0.0.1", given["port"]) for _ in range(given["logins"])]
                # The server stands still until all have asked, as a busy machine may let it check many while they ask.
                os.kill(given["process"], signal.SIGSTOP)
                for number, (_, writer) in enumerate(connections): send(writer, number)
                os.kill(given["process"], signal.SIGCONT)
                tasks = [asyncio.create_task(read_status(*connection)) for connection in connections]
                for task in asyncio.as_completed(tasks):
                    statuses[await task] += 1
                    if statuses["503"] >= given["logins"] - 100 and statuses["401"] >= 1: break
                for task in tasks: task.cancel()
                return statuses
            statuses = asyncio.run(flood())
            peak = next(line.split()[1] for line in open(f"/proc/{given['process']}/status") if line.startswith("VmHWM"))
            answer = {"statuses": statuses, "peak": int(peak)}
            """
        let outcome: Outcome = try await Python.run(
            program, given: Given(port: server.port, process: server.identifier, logins: 1000))
        // 34 are checked or wait, and while the others arrive, some checks end.
        #expect(outcome.statuses["503", default: 0] >= 900)
        #expect(outcome.statuses["401", default: 0] >= 1)
        #expect(outcome.statuses["500"] == nil)
        // Two hashes take 256 MiB; the rest is the server itself.
        #expect(outcome.peak < (256 + 160) << 10, "\(outcome.peak) KiB")
        #expect(
            try await server.curl("/v1/sessions", "--header", "Authorization: Bearer \(root.text)").status == 200)
    }
}
