import AppCatalog
import AppGroup
import Foundation
import Testing

@testable import CatalogServer

@Suite("Clients that are slow on purpose")
struct SlowClientTests {
    /// What slowhttptest does with 300 connections for eight seconds: heads, bodies and readers in drops.
    @Test(
        "do not stop others",
        arguments: [["-H"], ["-B"], ["-X", "-w", "1", "-y", "8", "-n", "1", "-z", "1", "-k", "3"]])
    func slow(kind: [String]) async throws {
        let server = try await RunningServer()
        let ben = try await server.addUser("ben")
        try await server.publish(SamplePackage(in: server.folder), as: server.addUser("root"))
        try await server.grant("org.example.rooms", to: ben)
        let path = kind == ["-B"] ? "/v1/login" : "/login"
        async let attack = Finished.run(
            ["/usr/bin/slowhttptest"] + kind + [
                "-c", "300", "-r", "150", "-i", "2", "-l", "8", "-u", server.url + path,
            ])
        var answers: [Int] = []
        for _ in 0..<20 {
            answers.append(try await server.curl(ben.header + ["--max-time", "20"], "/v1/catalog").status)
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(answers.allSatisfy { $0 == 200 }, "\(answers)")
        let said = try await attack.text
        #expect(said.contains("Hit test time limit") || said.contains("No open connections left"), "\(said)")
        #expect(try await server.curl([], "/readyz").status == 200)
    }
}
