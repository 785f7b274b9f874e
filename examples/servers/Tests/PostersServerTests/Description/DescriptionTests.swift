import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import PostersServer

@Suite("The description of the interface", .timeLimit(.minutes(20)))
struct DescriptionTests {
    private static func description() throws -> InterfaceDescription {
        try InterfaceDescription(PackageResources.openapi_json)
    }

    @Test func `The description of posters-server has every route of its interface and no other`() async throws {
        let posters = try await Posters()
        let described = Set(try Self.description().operations.keys)
        // Open311 and the map have descriptions of their own.
        let routes = buildRouter(posters.parts).routes.map {
            InterfaceDescription.operation($0.method.rawValue, $0.path.description)
        }
        .filter { route in
            [" /v1/", " /media/", " /openapi", " /healthz", " /readyz", " /metrics"].contains { route.contains($0) }
        }
        .filter { !$0.hasPrefix("HEAD ") || $0.contains("/media/") }
        #expect(Set(routes).subtracting(described) == [], "not described")
        #expect(described.subtracting(routes) == [], "not there")
    }

    @Test func `Every shared part of posters-server's description is used, and every reference leads to one`() throws {
        let description = try Self.description()
        #expect(description.references == description.sharedParts)
    }

    @Test func `posters-server keeps to its description when schemathesis sends random requests`() async throws {
        let folder = try TemporaryFolder()
        let lists = try folder.write("lists.csv", Array(Posters.lists.utf8))
        #expect(try await PostersProcess.command("lists", "import", lists, in: folder).status == 0)
        let added = try await PostersProcess.command(
            "user", "add", "eve", "--mail", "eve@example.org", "--role", "supervisor", "--password-stdin", in: folder,
            given: "long enough\n")
        #expect(added.status == 0, "\(added)")
        let server = try await PostersProcess(in: folder)
        let login = try await server.logIn("eve@example.org")
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let program = here.appending(path: "../../../../../.build/tools/schemathesis-4.32.5/bin/schemathesis")
            .standardized
        let finished = try await Finished.run([
            "/usr/bin/env", "-C", folder.path, program.path, "--config-file",
            here.appending(path: "schemathesis.toml").path, "run", "\(server.url)/openapi.json", "--url", server.url,
            "--header", login[1], "--max-examples", "5", "--phases", "coverage,fuzzing", "--suppress-health-check",
            "all",
            "--request-timeout", "60", "--no-color", "--exclude-operation-id", "logout",
            "--exclude-operation-id", "logoutEverywhere",
        ])
        #expect(
            finished.status == 0,
            "`make setup` installs schemathesis. \(finished.output.suffix(6_000)) \(finished.errors)")
        let tested = try #require(finished.output.firstMatch(of: /Tested: (\d+)/))
        #expect(Int(tested.1) ?? 0 >= 24, "schemathesis tested most operations")
    }
}
