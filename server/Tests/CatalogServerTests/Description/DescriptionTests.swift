import AppCatalog
import AppGroup
import Foundation
import HTTPTypes
import Hummingbird
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The description of the interface")
struct DescriptionTests {
    @Test("The interface's description has every route for programs and no other")
    func completeness() async throws {
        let fixture = try await RouterFixture()
        let pages: Set = ["/", "/account", "/login", "/logout", "/publish", PageAsset.style.path, PageAsset.icon.path]
        let routes = try buildRouter(fixture.parts).routes
            .map { InterfaceDescription.operation($0.method.rawValue, $0.path.description) }
            .filter { route in !pages.contains { route.hasSuffix(" \($0)") } }
        let described = Set(try InterfaceDescription(PackageResources.openapi_json).operations.keys)
        #expect(Set(routes).subtracting(described) == [], "not described")
        #expect(described.subtracting(routes) == [], "not there")
    }

    @Test(
        "catalog-server keeps to its description when schemathesis sends random requests",
        arguments: ServerPlace.allCases)
    func schemathesis(_ place: ServerPlace) async throws {
        let server = try await place.start()
        let administrator = try await server.addUser("description-tester", role: .administrator)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let program = folder.appending(path: "../../../../.build/tools/schemathesis-4.32.5/bin/schemathesis")
            .standardized
        let finished = try await Finished.run([
            "/usr/bin/env", "-C", server.folder.path, program.path, "--config-file",
            folder.appending(path: "schemathesis.toml").path, "run",
            "\(server.url)/openapi.json", "--url", server.url, "--header",
            "Authorization: Bearer \(administrator.token)",
            // What the first phase covers has nothing to do with where the data are.
            "--max-examples", place == .folder ? "5" : "2", "--phases",
            place == .folder ? "coverage,fuzzing" : "fuzzing",
            "--suppress-health-check", "all", "--request-timeout", "60", "--no-color", "--exclude-operation-id",
            "logout",
        ])
        #expect(
            finished.status == 0,
            "`make setup` installs schemathesis. \(finished.output.suffix(6_000)) \(finished.errors)")
        let tested = try #require(finished.output.firstMatch(of: /Tested: (\d+)/))
        #expect(Int(tested.1) ?? 0 >= 35, "schemathesis tested most operations")
    }

    @Test("Only the bodies of administration requests are closed to unknown members")
    func closedBodies() throws {
        let description = try InterfaceDescription(PackageResources.openapi_json)
        let known: [String: any AdministrationBody.Type] = [
            "NewGrant": NewGrant.self, "NewPassword": NewPassword.self, "NewTeam": NewTeam.self,
            "NewUser": NewUser.self, "ReleaseChange": ReleaseChange.self, "UserChange": UserChange.self,
        ]
        var closed: Set<String> = []
        for (operation, described) in description.operations {
            let body = described["requestBody"] as? [String: Any]
            let content = body?["content"] as? [String: [String: [String: Any]]]
            guard let reference = content?["application/json"]?["schema"],
                let name = (reference["$ref"] as? String)?.split(separator: "/").last.map(String.init)
            else { continue }
            let schema = try description.resolved(reference)
            let administers = operation.contains(" /v1/admin/")
            #expect((schema["additionalProperties"] as? Bool == false) == administers, "\(name)")
            guard administers else { continue }
            closed.insert(name)
            let properties = try #require(schema["properties"] as? [String: Any])
            #expect(Set(properties.keys) == known[name].map { Self.members(of: $0) }, "\(name)")
        }
        #expect(closed == Set(known.keys))
    }

    @Test("Every shared part of the interface's description is used, and every reference leads to one")
    func references() throws {
        let description = try InterfaceDescription(PackageResources.openapi_json)
        #expect(description.references == description.sharedParts)
    }

    private static func members<Body: AdministrationBody>(of body: Body.Type) -> Set<String> {
        Set(Body.CodingKeys.allCases.map(\.stringValue))
    }

    @Test(
        "A request with an unknown method gets the list of allowed methods",
        arguments: ["TRACE", "OPTIONS", "PATCH", "QUERY"])
    func methods(method: String) async throws {
        let server = try await RunningServer()
        let answer = try await server.curl(["-X", method], "/v1/login")
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "POST")
        #expect(answer.code == "methodNotAllowed")
    }
}
