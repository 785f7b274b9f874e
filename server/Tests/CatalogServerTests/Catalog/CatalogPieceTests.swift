import AppCatalog
import AppGroup
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import CatalogServer

struct CatalogPieceTests {
    private let scratch: ScratchCatalog
    private let service: CatalogService

    init() throws {
        scratch = try ScratchCatalog()
        service = try CatalogService(store: scratch.store, changes: scratch.store.notifier)
    }

    private func grantEverything() async throws {
        _ = try await scratch.store.addGrant(of: .everything, to: .everyone, channel: .beta, by: ScratchCatalog.who)
    }

    @Test func `A catalog that is put together from pieces has the bytes of one that is encoded as a whole`()
        async throws
    {
        let users = [try await scratch.addUser("ada"), try await scratch.addUser("ben")]
        for (package, version) in [("rooms", "1.0"), ("rooms", "2.0"), ("mail", "1.0"), ("desk", "0.1")] {
            try await scratch.publish(
                package, version, channel: version == "2.0" ? .beta : .stable, rollout: version == "0.1" ? 50 : 100,
                notes: #"A quotation "releases":[] and "packages":[] with \ and /"# + "\n\u{1F4C5}")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for _ in 0..<2 {
            for user in users {
                let catalog = try await service.catalog(of: user.id)
                #expect(Data(catalog.json.readableBytesView) == (try encoder.encode(catalog.whole)))
            }
            try await grantEverything()
        }
    }

    @Test(arguments: [0, 1, 2, 40])
    func `A compressed catalog that is put together from pieces is valid for gunzip, and small`(_ count: Int)
        async throws
    {
        let user = try await scratch.addUser("ada")
        for number in 0..<count {
            try await scratch.publish("tool\(number)", "1.0", notes: String(repeating: "Nothing is new. ", count: 20))
        }
        try await grantEverything()
        let catalog = try await service.catalog(of: user.id)
        let packed = try catalog.gzip
        let unpacked: String = try await Python.run(
            "import gzip; answer = gzip.decompress(base64.b64decode(given)).decode()",
            given: Data(packed.readableBytesView))
        #expect(unpacked == String(buffer: catalog.json))
        #expect(count < 40 || packed.readableBytes * 2 < catalog.json.readableBytes)
    }

    @Test func `Two users whose rights differ share what they have in common, and have entity tags of their own`()
        async throws
    {
        let (ada, ben) = (try await scratch.addUser("ada"), try await scratch.addUser("ben"))
        for package in ["rooms", "mail"] { try await scratch.publish(package, "1.0") }
        let store = scratch.store
        for (user, packages) in [(ada, ["rooms", "mail"]), (ben, ["mail"])] {
            for package in packages {
                _ = try await store.addGrant(
                    of: .package(AppID("com.example.\(package)")), to: .user(user.name), channel: .stable,
                    by: ScratchCatalog.who)
            }
        }
        let (first, second) = (try await service.catalog(of: ada.id), try await service.catalog(of: ben.id))
        #expect(first.tag != second.tag && first.gzipTag != second.gzipTag && first.tag != first.gzipTag)
        let again = try CatalogService(store: store, changes: store.notifier)
        #expect(try await again.catalog(of: ada.id).tag == first.tag)
        try await scratch.publish("mail", "1.1")
        #expect(try await service.catalog(of: ada.id).tag != first.tag)
    }

    @Test func `A cache without room makes the same catalogs`() async throws {
        let user = try await scratch.addUser("ada")
        for number in 0..<30 {
            try await scratch.publish("tool\(number)", "1.0", notes: String(repeating: "x", count: 5_000))
        }
        try await grantEverything()
        let tight = try CatalogService(
            store: scratch.store, changes: scratch.store.notifier, shares: CacheShares(of: 1 << 10))
        for _ in 0..<2 {
            let (catalog, expected) = (try await tight.catalog(of: user.id), try await service.catalog(of: user.id))
            #expect(catalog.json == expected.json && catalog.tag == expected.tag)
        }
        let held = tight.cacheUsage.first { $0.cache == "catalogs" }?.bytes ?? 0
        #expect(held == 0)
    }

    @Test func `A catalog has the notes of each platform's newest releases, so that clients can read it`() async throws
    {
        let user = try await scratch.addUser("ada")
        try await grantEverything()
        for build in 1...60 {
            try await scratch.publish("rooms", "1.\(build)", notes: String(repeating: "x", count: 60_000))
        }
        try await scratch.publish("rooms", "1.0", notes: "The newest for macOS", system: "macOS")
        for build in 1...20 { try await scratch.publish("mail", "1.\(build)", notes: "Release \(build)") }
        let json = try await service.catalog(of: user.id).json
        #expect(json.readableBytes < 200_000)
        let catalog = try JSONDecoder().decode(Catalog.self, from: Data(json.readableBytesView))
        let (mail, rooms) = (try #require(catalog.packages.first), try #require(catalog.packages.last))
        #expect(mail.releases.count == 20 && mail.releases.allSatisfy { $0.notes.hasPrefix("Release ") })
        #expect(rooms.releases.count == 61 && rooms.releases[0].version == "1.60")
        #expect(rooms.releases[0].notes.count == 60_000 && rooms.releases[1..<60].allSatisfy(\.notes.isEmpty))
        #expect(rooms.releases[60].notes == "The newest for macOS")
    }

    @Test func `A path that names packages which do not exist takes no memory`() async throws {
        let numbers = PackageNumbers()
        #expect(numbers.number(of: "com.example.rooms") == 0 && numbers.known("com.example.ROOMS") == 0)
        #expect(numbers.known("com.example.mail") == nil && numbers.number(of: "com.example.desk") == 1)
    }
}

extension RenderedCatalog {
    /// Everything that it shows.
    fileprivate var whole: Catalog { Catalog(group: "\(frame.group)", packages: Array(packages)) }
}
