import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

/// Requests for a real release and real uploads, which random requests do not find.
@Suite("The answers in the interface's description", .timeLimit(.minutes(20)))
struct DescribedAnswersTests {
    /// Provokes each status of an operation and compares the answer with the document. The document may have no other status
    /// but those of a redirect to a bucket, an overloaded server and a full disk.
    private static func check(
        _ operation: String, on server: RunningServer, _ asked: [(status: Int, options: [String], path: String)]
    ) async throws {
        let described = try InterfaceDescription(PackageResources.openapi_json).responses(to: operation)
        let method = operation.hasPrefix("HEAD") ? ["-I"] : operation.hasPrefix("POST") ? ["-d", ""] : []
        for (status, options, path) in asked {
            let answer = try await server.curl(method + options, path)
            #expect(answer.status == status, "\(operation): \(answer)")
            let description = try #require(described[answer.status], "\(operation): \(answer)")
            guard !operation.hasPrefix("HEAD"), !answer.body.isEmpty else { continue }
            let content = try #require(description["content"] as? [String: Any], "\(operation): \(answer)")
            let type = try #require(answer.headers["content-type"]?.split(separator: ";").first)
            #expect(content.keys.contains(String(type)), "\(operation): \(answer)")
        }
        #expect(Set(described.keys).subtracting(asked.map(\.status)).isSubset(of: [307, 503, 507]), "\(operation)")
    }

    @Test("Every described answer to a download occurs, with login and by links")
    func fetching() async throws {
        let files = try TemporaryFolder()
        let server = try await RunningServer()
        let ada = try await server.addUser("ada", role: .publisher)
        let package = try SamplePackage(payload: 1 << 10, in: files)
        try await server.publish(package, as: ada)
        try await server.grant("org.example.rooms", to: ada)
        let release = try #require(try await server.store.releases().first)
        let icon = release.contents.icon.digest
        let link = try LinkMaker(key: server.store.signingKey)
        let signed = link.link(to: release, for: ada.user.id, at: RunningServer.who.moment)
        let places = [
            ("/v1/packages/{package}/releases/{sha256}/file", package.file, package.hash, isOpen: false),
            ("/v1/packages/{package}/icons/{sha256}", "/v1/packages/org.example.rooms/icons/\(icon)", icon, false),
            ("/v1/links/{link}/file", link.url(of: signed, below: server.url), package.hash, true),
            ("/v1/links/{link}/icon.png", link.url(of: signed.with(.icon), below: server.url), icon, true),
        ]
        for (place, path, hash, isOpen) in places {
            let login = isOpen ? [] : ada.header
            func header(_ text: String) -> [String] { login + ["-H", text] }
            let whole = [
                (200, login, path), (304, header("If-None-Match: \"\(hash)\""), path),
                (412, header("If-Match: \"other\""), path),
                (404, login, path.replacing(isOpen ? "/links/" : "rooms", with: isOpen ? "/links/x" : "none")),
            ]
            let locked = isOpen ? [] : [(401, [String](), path)]
            let parts = [
                (206, header("Range: bytes=0-5"), path), (206, header("Range: bytes=0-5,7-9"), path),
                (416, header("Range: bytes=9999999-"), path),
            ]
            try await Self.check("GET \(place)", on: server, whole + locked + parts)
            try await Self.check("HEAD \(place)", on: server, whole + locked)
        }
        try await Self.check(
            "POST /v1/packages/{package}/releases/{sha256}/links", on: server,
            [
                (201, ada.header, package.links), (401, [], package.links),
                (404, ada.header, package.links.replacing("rooms", with: "none")),
            ])
    }

    @Test("A name that no user can have is answered like one that no user has, and no other answer is described")
    func naming() async throws {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.test { client async throws in
            let token = try await client.logIn("root")
            let user = "/v1/admin/users/{name}"
            let operations = [
                (HTTPRequest.Method.get, user), (.patch, user), (.delete, user), (.get, "\(user)/sessions"),
                (.delete, "\(user)/sessions"), (.delete, "\(user)/sessions/{session}"),
            ]
            for (method, place) in operations {
                let path = place.replacing("{name}", with: "A%20B").replacing("{session}", with: "1")
                let answer = try await client.ask(method, path, token: token, json: method == .patch ? "{}" : nil)
                #expect(answer.code == "notFound", "\(method) \(place)")
                let described = try InterfaceDescription(PackageResources.openapi_json)
                    .responses(to: "\(method) \(place)").keys
                #expect(described.contains(404) && !described.contains(422), "\(method) \(place)")
            }
        }
    }

    @Test("Every described answer to an upload occurs")
    func sending() async throws {
        let files = try TemporaryFolder()
        let server = try await RunningServer(
            options: ["--package-mebibytes", "100"], launcher: ["/usr/bin/prlimit", "--fsize=6000000:", "--"])
        let ada = try await server.addUser("ada", role: .publisher)
        let eve = try await server.addUser("eve")
        let package = try SamplePackage(in: files)
        let path = "/v1/uploads/\(package.hash)"
        let file = ["-T", package.path]
        let (large, other) = (try SamplePackage(payload: 12 << 20, in: files), try SamplePackage("2", in: files))
        let begun = try SamplePackage("3", in: files)
        func part(_ range: String) -> [String] { ada.header + ["-H", "Content-Range: bytes \(range)"] }
        let (one, two) = (try files.write("one", [begun.bytes[0]]), try files.write("two", [0, 0]))
        let begunPath = "/v1/uploads/\(begun.hash)"
        try await Self.check(
            "PUT /v1/uploads/{sha256}", on: server,
            [
                (401, file, path), (403, eve.header + file, path), (400, part("0-5/x") + file, path),
                (411, ada.header + file + ["-H", "Transfer-Encoding: chunked"], path),
                (413, part("0-1/400000000") + ["-T", two], path), (422, ada.header + ["-T", other.path], path),
                (202, part("0-0/\(begun.bytes.count)") + ["-T", one], begunPath),
                (409, part("5-6/\(begun.bytes.count)") + ["-T", two], begunPath),
                (507, ada.header + ["-T", large.path], "/v1/uploads/\(large.hash)"), (201, ada.header + file, path),
            ])
        try await Self.check(
            "HEAD /v1/uploads/{sha256}", on: server,
            [
                (200, ada.header, begunPath), (400, ada.header, "/v1/uploads/ABC"), (401, [], path),
                (403, eve.header, path), (404, ada.header, "/v1/uploads/\(other.hash)"),
            ])
    }
}
