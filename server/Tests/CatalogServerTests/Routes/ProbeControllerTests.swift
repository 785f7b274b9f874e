import AppCatalog
import HTTPTypes
import Logging
import Serving
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

struct ProbeControllerTests {
    @Test func `A healthy server answers the health and readiness probes`() async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            #expect(try await client.ask(.get, "/healthz").text == "ok\n")
            #expect(try await client.ask(.get, "/readyz").status == 200)
        }
    }

    @Test func `A server without its database is alive but not ready, and the log says so once`() async throws {
        let lines = Guarded([String]())
        let server = try await RouterFixture(logger: Logger(into: lines))
        try await server.parts.store.close()
        try await server.test { client async throws in
            #expect(try await client.ask(.get, "/healthz").status == 200)
            for _ in 0..<3 { #expect(try await client.ask(.get, "/readyz").status == 503) }
        }
        #expect(lines.value.count { $0.contains("Not ready") } == 1, "\(lines.value)")
    }

    /// The client has no address, so the server takes it for a stranger.
    @Test func `Administrators can read the metrics, and strangers can't`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada", role: .publisher)
        try await server.addUser("root", role: .administrator)
        try await server.test { client async throws in
            #expect(try await client.ask(.get, "/metrics").status == 401)
            #expect(try await client.ask(.get, "/metrics", token: client.logIn("ada")).status == 403)
            for number in 0..<3 {
                _ = try await client.ask(.get, "/nowhere/\(number)")
                _ = try await client.ask(.delete, "/v1/sessions/\(number)")
            }
            let metrics = try await client.ask(.get, "/metrics", token: client.logIn("root")).text
            let name = "http_server_request_duration_seconds_count"
            #expect(metrics.contains(name + #"{method="GET",route="NotFound",status="404"} 3"#))
            #expect(metrics.contains(name + #"{method="DELETE",route="/v1/sessions/{id}",status="401"} 3"#))
            #expect(metrics.contains("process_resident_memory_bytes "))
            #expect(metrics.contains("catalog_cache_limit_bytes \(256 << 20)\n"))
            for cache in ["rights", "releases", "catalogs"] {
                #expect(metrics.contains("catalog_cache_bytes{cache=\"\(cache)\"} 0\n"))
            }
            #expect(metrics.contains(/catalog_cache_bytes\{cache="sessions"\} [1-9]/))
        }
    }

    @Test func `A server with too little room says how much there is, and how much it needs`() async throws {
        let folder = try TemporaryFolder()
        let readiness = Readiness(folder: folder.path, leastSpace: .max) {}
        let error = await #expect(throws: ServiceError.self) { try await readiness.check() }
        #expect(error?.code == .noSpace)
        let sentence = error?.description ?? ""
        #expect(sentence.contains(/has [0-9]+ bytes left, less than 18446744073709551615;/), "\(sentence)")
    }
}
