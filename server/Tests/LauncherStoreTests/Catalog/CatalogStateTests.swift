import AppCatalog
import Foundation
import TestSupport
import Testing

@Suite("What a catalog's JSON tells about installed apps")
struct CatalogStateTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    private struct Document: Decodable { let catalogs: [Listed] }

    /// What scripts read of the only catalog.
    private struct Listed: Decodable {
        struct Entry: Decodable {
            let state: String
            let installedOffered: Bool?
            let declined: Bool
        }

        struct Lost: Decodable, Equatable {
            let id: String
            let name: String
            let installedVersion: String?
        }

        let packages: [Entry]
        let lost: [Lost]
    }

    private func catalog() throws -> Listed {
        let answer = try testServer.store("catalog", "--format", "json")
        try #require(answer.status == 0, "\(answer.errors)")
        let document = try JSONDecoder().decode(Document.self, from: Data(answer.output.utf8))
        return try #require(document.catalogs.first)
    }

    @Test("A withdrawn release, an app that is gone, and a release that the user declined are told apart")
    func states() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        let tea = try testServer.sandbox.makePackage("Tea", version: "3.0", id: "org.example.tea")
        let all = files.merging(["3.0": tea]) { $1 }
        let rooms = testServer.package(releases)
        let other = testServer.package(
            [try testServer.release(tea, version: "3.0")], id: "org.example.tea", name: "Tea")
        try testServer.server.script(try testServer.answers([rooms, other], files: all))
        try testServer.logIn()
        #expect(try catalog().packages.map(\.installedOffered) == [nil, nil])
        #expect(try testServer.store("install", "rooms", "tea").status == 0)
        #expect(try catalog().packages.map(\.installedOffered) == [true, true] && catalog().lost.isEmpty)

        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: all))
        let withdrawn = try catalog()
        #expect(withdrawn.packages.map(\.state) == ["installed"])
        #expect(withdrawn.packages.map(\.installedOffered) == [false])
        #expect(withdrawn.lost == [.init(id: "org.example.tea", name: "Tea", installedVersion: "3.0")])

        try testServer.server.script(try testServer.answers([rooms, other], files: all))
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        let declined = try #require(try catalog().packages.first)
        #expect(declined.state == "update" && declined.declined && declined.installedOffered == true)
        #expect(try testServer.store("catalog", "--format", "tsv").output.contains("\toffered\tdeclined\n"))
    }
}
