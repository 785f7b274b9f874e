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

    @Test("has no further members in bodies that administer, and leaves others open to what comes")
    func closedBodies() throws {
        let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: [String: Any]]])
        let components = try #require(document?["components"] as? [String: [String: [String: Any]]])
        let known: [String: any AdministrationBody.Type] = [
            "NewGrant": NewGrant.self, "NewPassword": NewPassword.self, "NewTeam": NewTeam.self,
            "NewUser": NewUser.self, "ReleaseChange": ReleaseChange.self, "UserChange": UserChange.self,
        ]
        var closed: Set<String> = []
        for (path, operations) in paths {
            for operation in operations.values {
                let body = operation["requestBody"] as? [String: Any]
                let content = body?["content"] as? [String: [String: [String: Any]]]
                guard let reference = content?["application/json"]?["schema"]?["$ref"] as? String else { continue }
                let name = try #require(reference.split(separator: "/").last.map(String.init))
                let schema = try #require(components["schemas"]?[name])
                #expect((schema["additionalProperties"] as? Bool == false) == path.hasPrefix("/v1/admin/"), "\(name)")
                guard path.hasPrefix("/v1/admin/") else { continue }
                closed.insert(name)
                let properties = try #require(schema["properties"] as? [String: Any])
                #expect(Set(properties.keys) == known[name].map { Self.members(of: $0) }, "\(name)")
            }
        }
        #expect(closed == Set(known.keys))
    }

    private static func members<Body: AdministrationBody>(of body: Body.Type) -> Set<String> {
        Set(Body.CodingKeys.allCases.map(\.stringValue))
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
