import AppGroup
import ServerTestSupport
import PostgresClient
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Texts in PostgreSQL and SQLite")
struct CollationTests {
    @Test(arguments: ["C.UTF-8", "en_US.UTF-8", "tr_TR.UTF-8"])
    func `Texts of every Unicode plane have the same order and the same equality in both databases`(_ locale: String)
        async throws
    {
        let server = try await PostgresInstance(.debian15, locale: locale)
        let default_ = try await server.query(
            "SELECT datcollate FROM pg_database WHERE datname = 'postgres'", in: "postgres")
        #expect(default_.contains(locale))
        let folder = try TemporaryFolder()
        let address = try CopyAddress(try await server.makeDatabase(), option: "--to", connections: 1, isPooled: false)
        let places: [any CopyPlace] = [
            try await address.open(mayCreate: true), try SQLiteCopyPlace(folder: folder.path, mayCreate: true),
        ]
        let sessions = try #require(CopiedTable.all.first { $0.name == "session" })
        let users = try #require(CopiedTable.all.first { $0.name == "user" })
        let rows = Self.texts.enumerated().map { number, text in
            [
                .text(text), .bytes([UInt8](repeating: UInt8(number % 251), count: 1) + Array(text.utf8)), .integer(1),
                .text(text),
                .integer(0), .integer(0),
            ] as [CopiedValue]
        }
        var found: [[[CopiedValue]]] = []
        for place in places {
            let user: [CopiedValue] = [.integer(1), .text("ada"), .text("user"), .text("x"), .integer(0), .integer(0)]
            try await place.insert([user], into: users)
            try await place.insert(rows, into: sessions)
            found.append(try await place.rows(of: sessions, after: nil, limit: 100_000))
        }
        #expect(found[0] == found[1] && found[0].count == rows.count)
        for place in places { try await place.close() }
    }

    @Test func `Packages are the same whatever the case of their ASCII letters, in Turkish too`() async throws {
        let server = try await PostgresInstance(.debian15, locale: "tr_TR.UTF-8")
        let address = try PostgresAddress(try await server.makeDatabase())
        let store = try await PostgresCatalogStore.open(
            PostgresCatalogStore.Place(address: address), group: "com.example.tools")
        let who = ScratchCatalog.who
        let first = try await store.addGrant(
            of: .package("com.example.IDIOM"), to: .everyone, channel: .stable, by: who)
        let second = try await store.addGrant(of: .package("com.example.idiom"), to: .everyone, channel: .beta, by: who)
        #expect(first.grant.id == second.grant.id)
        _ = try await store.publish(StoreFixture.contents("com.example.IDIOM"), terms: StoreFixture.terms, by: who)
        #expect(try await store.releases(of: "com.example.idiom").count == 1)
        #expect(try await store.release(of: "com.example.Idiom", digest: StoreFixture.digestOf("a")) != nil)
        await expect(.conflict) {
            _ = try await store.publish(
                StoreFixture.contents("com.example.idiom", digest: "b"), terms: StoreFixture.terms, by: who)
        }
        try await store.close()
    }

    /// Scalars of every plane that may be in a text, alone and between letters, and texts that collations like to confuse.
    private static let texts: [String] = {
        let scalars = (0...16).flatMap { plane in
            (0..<60).compactMap { step in Unicode.Scalar(UInt32(plane << 16 + max(1, step * 1_091))) }
        }
        let near = [
            "I", "i", "ı", "İ", "i\u{307}", "a", "A", "ä", "a\u{308}", "ß", "ss", "z", "Z", "-a", "a b", "ab", "a-b",
            "é", "e\u{301}",
        ]
        return Array(Set((scalars.map { "\($0)" } + scalars.map { "a\($0)b" } + near).map { Array($0.utf8) }))
            .map { String(decoding: $0, as: UTF8.self) }
    }()
}
