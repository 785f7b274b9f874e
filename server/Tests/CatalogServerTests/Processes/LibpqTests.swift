import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("libpq in the server")
struct LibpqTests {
    @Test func `libpq and what it brings along are loaded only for a catalog in PostgreSQL`() async throws {
        func libraries(_ server: RunningServer) throws -> String {
            try Finished.run(["/bin/cat", "/proc/\(server.identifier)/maps"]).output
        }
        let plain = try await RunningServer()
        #expect(try !libraries(plain).contains("libpq") && !libraries(plain).contains("libldap"))
        let url = try await SharedPostgres.all.value.debian15.makeDatabase()
        let other = try await RunningServer(options: ["--database", url], database: url)
        #expect(try libraries(other).contains("libpq.so.5"))
    }
}
