import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

/// A sandbox whose user is logged in to a scripted server with a catalog.
final class TestServer: Sendable {
    let sandbox: Sandbox
    let server: ScriptedServer

    static let token = "tHe-tOkEn-0123456789"

    init(certificate: TestCertificate? = nil) throws {
        sandbox = try Sandbox()
        server = try ScriptedServer(certificate: certificate)
    }

    /// A package of the sandbox as a catalog has it.
    func package(
        _ releases: [CatalogRelease], id: String = "org.example.rooms", name: String = "Rooms"
    ) -> CatalogPackage {
        CatalogPackage(
            id: id, name: name, schemes: [name.lowercased()],
            icon: CatalogIcon(path: "/icon", type: "image/png", sha256: String(repeating: "0", count: 64)),
            releases: releases)
    }

    /// A release of a package file.
    func release(_ file: String, version: String, channel: ReleaseChannel = .stable) throws -> CatalogRelease {
        let digest = try Finished.run(["/usr/bin/sha256sum", file], environment: [:]).output.prefix(64)
        let size = try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? UInt64)
        return CatalogRelease(
            version: version, build: nil, channel: channel,
            platform: CatalogPlatform(operatingSystem: "Unix", architectures: []), minimumSystem: nil, size: size,
            unpackedSize: size, sha256: String(digest), notes: "What changed in \(version)",
            published: "2026-11-21T15:00:00Z", path: "/files/\(version)")
    }

    /// The answers of a server that does everything right.
    func answers(
        _ packages: [CatalogPackage], files: [String: String] = [:], group: String = "org.example.registry",
        token: String = token
    ) throws -> [String: [ScriptedServer.Answer]] {
        let catalog = String(
            decoding: try JSONEncoder().encode(Catalog(group: group, packages: packages)), as: UTF8.self)
        var script: [String: [ScriptedServer.Answer]] = [
            "POST /v1/login": [
                [
                    "text":
                        #"{"version":1,"token":"\#(token)","expires":"2027-01-01T00:00:00Z","user":"ada","role":"publisher","group":"\#(group)"}"#
                ]
            ],
            "POST /v1/logout": [["status": 204]],
            "GET /v1/catalog": [["text": catalog, "headers": ["ETag": "\"one\""]]],
        ]
        for package in packages {
            for release in package.releases {
                guard let file = files[release.version ?? ""] else { continue }
                script["GET \(release.path)"] = [
                    ["file": file, "range": true, "headers": ["ETag": "\"\(release.sha256)\""]]
                ]
            }
        }
        return script
    }

    /// Publishes packages of the sandbox in these versions, each freshly made, and logs in.
    @discardableResult
    func open(_ versions: [String] = ["1.0"], payload: Int = 0) throws -> [CatalogRelease] {
        let (releases, files) = try makeReleases(versions, payload: payload)
        try server.script(try answers([package(releases)], files: files))
        try logIn()
        return releases
    }

    func makeReleases(_ versions: [String], payload: Int = 0) throws -> ([CatalogRelease], [String: String]) {
        var (releases, files) = ([CatalogRelease](), [String: String]())
        for version in versions {
            let file = try sandbox.makePackage(version: version, payload: payload)
            files[version] = file
            releases.append(try release(file, version: version))
        }
        return (releases, files)
    }

    func logIn(_ more: String...) throws {
        let login = try run(["login", server.address, "--user", "ada", "--password-stdin"] + more, input: "secret\n")
        try #require(login.status == 0, "\(login.errors)")
    }

    /// Another server with these answers, where the user is logged in, too.
    func logInElsewhere(_ script: [String: [ScriptedServer.Answer]]) throws -> ScriptedServer {
        let other = try ScriptedServer(script)
        let login = try run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n")
        try #require(login.status == 0, "\(login.errors)")
        return other
    }

    /// Runs `launcher-store` with something on its standard input.
    @discardableResult
    func run(_ arguments: [String], input: String, environment: [String: String] = [:]) throws -> Finished {
        try Finished.run(
            ["/bin/sh", "-c", #"printf %s "$INPUT" | exec "$0" "$@""#, Sandbox.program] + arguments,
            environment: sandbox.environment.merging(environment) { $1 }.merging(["INPUT": input]) { $1 },
            in: sandbox.folder)
    }

    @discardableResult
    func store(_ arguments: String..., environment: [String: String] = [:]) throws -> Finished {
        try store(arguments, environment: environment)
    }

    func store(_ arguments: [String], environment: [String: String] = [:]) throws -> Finished {
        try Finished.run(
            [Sandbox.program] + arguments, environment: sandbox.environment.merging(environment) { $1 },
            in: sandbox.folder)
    }

    var rooms: AppEntry? { get throws { try sandbox.registry.app("org.example.rooms") } }

    /// Files below a folder of the sandbox's home, without what holds them.
    func files(below folder: String) throws -> [String] {
        try Finished.run(
            ["/usr/bin/find", "\(sandbox.folder)/home/\(folder)", "-type", "f", "-printf", "%P\n"], environment: [:]
        ).output.split(separator: "\n").map(String.init).sorted()
    }

    /// What is under way or was left behind of downloads.
    var parts: [String] { get throws { try files(below: ".cache").filter { $0.hasSuffix(".part") } } }
}
