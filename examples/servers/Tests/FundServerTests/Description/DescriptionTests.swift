import Accounts
import Foundation
import Logging
import Serving
import ServerTestSupport
import TestSupport
import Testing

@testable import FundServer

@Suite("The description of the fund server's interface", .timeLimit(.minutes(20)))
struct DescriptionTests {
    @Test func `The description of fund-server has every route of its interface and no other`() async throws {
        let folder = try TemporaryFolder()
        let store = try FundStore(folder: folder.path)
        let hasher = PasswordHasher(width: 1)
        let parts = try ServerParts(
            settings: Settings(folder: folder.path), store: store, hasher: hasher, registry: PrometheusRegistry(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        // HEAD is described only where a client needs it.
        let routes = buildRouter(parts).routes.map {
            InterfaceDescription.operation($0.method.rawValue, $0.path.description)
        }
        .filter { !$0.hasPrefix("HEAD ") || $0.contains("/files/") }
        let described = Set(try InterfaceDescription(PackageResources.openapi_json).operations.keys)
        #expect(Set(routes).subtracting(described) == [], "not described")
        #expect(described.subtracting(routes) == [], "not there")
        await hasher.shutDown()
        try store.close()
    }

    @Test func `Every shared part of fund-server's description is used, and every reference leads to one`() throws {
        let description = try InterfaceDescription(PackageResources.openapi_json)
        #expect(description.references == description.sharedParts)
    }

    private struct Tested: Decodable {
        let status: Int
        let operations: Int
        let output: String
    }

    @Test func `fund-server keeps to its description when schemathesis sends random signed requests`() async throws {
        let program = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../../.build/tools/schemathesis-4.32.5/bin/schemathesis").standardized
        let tested: Tested = try await OperationProgram(server: "fund-server", beside: #filePath).run(
            "schemas.py", program.path)
        #expect(tested.status == 0, "`make setup` installs schemathesis. \(tested.output)")
        #expect(tested.operations >= 10, "schemathesis tested most operations")
    }
}
