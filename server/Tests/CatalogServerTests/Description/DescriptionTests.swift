import AppCatalog
import AppGroup
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import CatalogServer

@Suite("The description of the interface")
struct DescriptionTests {
    /// `METHOD /path` for each operation of the document, with all parameters called alike.
    private static func described() throws -> Set<String> {
        let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: Any]])
        return Set(paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(plain(path))" } })
    }

    private static func plain(_ path: String) -> String { path.replacing(/{[^}]*}/, with: "{}") }

    @Test("names every operation for programs, and none that is not there")
    func completeness() async throws {
        let fixture = try await RouterFixture()
        let pages: Set = ["/", "/login", "/logout", "/publish", PageStyle.path]
        let routes = try buildRouter(fixture.parts).routes
            .map { "\($0.method.rawValue) \(Self.plain($0.path.description))" }
            .filter { route in !pages.contains { route.hasSuffix(" \($0)") } }
        let described = try Self.described()
        #expect(Set(routes).subtracting(described) == [], "not described")
        #expect(described.subtracting(routes) == [], "not there")
    }

    @Test("is kept by the server, whatever schemathesis asks")
    func schemathesis() async throws {
        let server = try await RunningServer()
        let administrator = try await server.addUser("description-tester", role: .administrator)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let program = folder.appending(path: "../../../.build/schemathesis-4.32.5/bin/schemathesis").standardized
        let finished = try await Finished.run([
            "/usr/bin/env", "-C", server.folder.path, program.path, "--config-file",
            folder.appending(path: "schemathesis.toml").path, "run",
            "\(server.url)/openapi.json", "--url", server.url, "--header",
            "Authorization: Bearer \(administrator.token)",
            "--max-examples", "5", "--phases", "coverage,fuzzing", "--suppress-health-check", "all",
            "--request-timeout",
            "60", "--no-color", "--exclude-operation-id", "logout",
        ])
        #expect(
            finished.status == 0,
            "`make setup` installs schemathesis. \(finished.text.suffix(6_000)) \(finished.errors)")
        let tested = try #require(finished.text.firstMatch(of: /Tested: (\d+)/))
        #expect(Int(tested.1) ?? 0 >= 35, "most operations were asked for")
    }

    @Test("an unknown method is answered with those that are known", arguments: ["TRACE", "OPTIONS", "PATCH", "QUERY"])
    func methods(method: String) async throws {
        let server = try await RunningServer()
        let answer = try await server.curl(["-X", method], "/v1/login")
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "POST")
        #expect(answer.code == "methodNotAllowed")
    }
}
