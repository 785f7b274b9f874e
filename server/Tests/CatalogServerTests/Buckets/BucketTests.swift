import AppCatalog
import AppGroup
import Foundation
import ObjectStorage
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Servers with their packages in a bucket", .timeLimit(.minutes(20)))
struct BucketTests {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    @Test(
        "If a server is killed while it publishes in parts, nobody sees anything of it, and the parts are dropped within the hour"
    )
    func dropsPartsOfKilled() async throws {
        let proxy = try await HoldingProxy(try await S3Server.seaweed.value)
        let place = try await BucketServer(endpoint: proxy.url)
        let server = place.server
        let ada = try await server.addUser("ada", role: .publisher)
        let package = try SamplePackage(payload: 20 << 20, in: files)
        try #require(try await server.upload(package, as: ada).status == 201)
        try proxy.hold()
        let publishing = Task { try await server.release(package, as: ada) }
        #expect(await comesTrue { proxy.isHeld })
        server.kill()
        _ = try await publishing.value
        try proxy.goOn()

        // A trial of the server, which may have been under way, may have left its object, too.
        let left = try await place.names()
        #expect(!left.objects.contains("\(package.hash)"))
        #expect(left.uploads == ["\(package.hash)"])
        try await server.start()
        #expect(try await server.curl(ada.header, package.file).status == 404)
        let store = try place.store()
        #expect(try await store.size(of: package.hash) == nil)

        // Servers drop what got no part for 40 minutes, every few minutes: neither sooner nor later than within the hour.
        func drop(after minutes: Int64) async throws -> Int {
            try await store.dropUnfinished(idle: (40 - minutes) * 60_000)
        }
        #expect(try await drop(after: 30) == 0)
        #expect(try await place.names().uploads.count == 1)
        #expect(try await drop(after: 50) == 1)
        let none = try await place.names()
        #expect(none.objects == ["catalog-owner"] && none.uploads == [])
        #expect(try await server.release(package, as: ada).status == 201)
        try await server.grant("org.example.rooms", to: ada)
        #expect(try await server.curl(ada.header, package.file).body == package.bytes)
    }

    @Test("If the bucket can't be reached, users read nothing about it, and the log names it")
    func hidesHost() async throws {
        let port = try FreePort.take()
        let server = try await BucketServer(endpoint: "http://127.0.0.1:\(port)").server
        let ada = try await server.addUser("ada", role: .publisher)
        let package = try SamplePackage(in: files)
        #expect(try await server.upload(package, as: ada).status == 201)
        let answer = try await server.release(package, as: ada)
        #expect(answer.status == 503 && answer.headers["retry-after"] == "10", "\(answer)")
        #expect(answer.message == "The server's packages can't be reached at the moment; try again soon.")
        #expect(server.log.contains("127.0.0.1:\(port) can't"))
        #expect(try await server.curl(ada.header, "/v1/catalog").status == 200)
    }

    @Test("A bucket with packages gets no new catalog, nor does one that can't be asked", arguments: ["init", "serve"])
    func refusesNewCatalog(command: String) async throws {
        let place = try await BucketServer()
        let package = try SamplePackage(in: files)
        try await place.server.publish(package, as: place.server.addUser("ada", role: .publisher))
        func make(below prefix: String, of url: String) async throws -> Finished {
            let settings = [
                "PATH": "/usr/bin:/bin", "CATALOG_PORT": "0", "CATALOG_S3_ENDPOINT": url,
                "CATALOG_BLOBS": "s3://\(S3Server.bucket)/\(prefix)",
            ]
            return try await Finished.run(
                [ServerProcess.program, command, "--group", "com.example.tools", "--data", "\(files.path)/data"],
                environment: settings.merging(S3Server.environment) { $1 })
        }
        let refused = try await make(below: place.prefix, of: place.bucket.url)
        #expect(refused.status == 78 && refused.errors.contains("but no catalog.sqlite"), "\(refused)")
        let port = try FreePort.take()
        let unasked = try await make(below: "other", of: "http://127.0.0.1:\(port)")
        #expect(unasked.status == 75 && unasked.errors.contains("127.0.0.1:\(port)"), "\(unasked)")
        #expect(!FileManager.default.fileExists(atPath: "\(files.path)/data"))
        #expect(try await place.names().objects.contains("\(package.hash)"))
    }

    @Test("If the disk of the cache is full, packages are sent all the same")
    func outlastsFullCache() async throws {
        let script = "mount -t tmpfs -o size=1m none \"$0\" && exec \"$@\""
        let data = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(data.path)/cache", withIntermediateDirectories: false)
        // Root needs no user namespace, and in a changed root it could not have one.
        let alone = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let place = try await BucketServer(
            ["--blob-cache-gibibytes", "1"], dataIn: data,
            launcher: ["/usr/bin/unshare"] + alone + ["/bin/sh", "-c", script, "\(data.path)/cache"])
        let server = place.server
        let ada = try await server.addUser("ada", role: .publisher)
        let package = try SamplePackage(payload: 3 << 20, in: files)
        try await server.publish(package, as: ada)
        try await server.grant("org.example.rooms", to: ada)
        // Nothing is copied before the server knows its copies.
        #expect(
            try await comesTrue {
                let isWhole = try await server.curl(ada.header, package.file).body == package.bytes
                return isWhole && server.log.contains("Packages can't be copied to this machine's disk")
            })
        #expect(try await server.curl(ada.header, package.file).body == package.bytes)
    }
}
