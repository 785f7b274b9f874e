import ServerTestSupport
import Serving
import Testing

@testable import CatalogServer

/// What the rules of the catalog expect of every database.
@Suite("Statements for both databases")
struct CatalogTransactionTests {
    /// Runs a test on the tables of an empty catalog.
    private func onTables(_ kind: StoreKind, _ body: (any CatalogTables) async throws -> Void) async throws {
        let (store, keeper) = try await kind.make()
        try await body(try #require(store as? any CatalogTables))
        try await store.close()
        withExtendedLifetime(keeper) {}
    }

    private static func dialect<Tables: CatalogTables>(of _: Tables) -> CatalogDialect { Tables.Transaction.dialect }

    @Test(arguments: StoreKind.allCases)
    func `A value goes where its number is, in any order and as often as a statement uses it`(_ kind: StoreKind)
        async throws
    {
        func check(_ tables: some CatalogTables) async throws {
            let found = try await tables.read(
                "SELECT CAST($3 AS text), CAST($1 AS text), CAST($2 AS text), CAST($1 AS text)", .text("a"), .text("b"),
                .text("c")
            ) { row in [try row.text(), try row.text(), try row.text(), try row.text()] }
            #expect(found == [["c", "a", "b", "a"]])
            try await tables.write { tables in
                try tables.execute("INSERT INTO team (created, name) VALUES ($2, $1)", .text("sales"), .integer(7))
                try tables.execute("UPDATE team SET created = $2 WHERE name = $1", .text("sales"), .integer(8))
            }
            #expect(try await tables.read("SELECT created FROM team") { try $0.integer() } == [8])
        }
        try await onTables(kind) { try await check($0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `Values of every kind come back unchanged`(_ kind: StoreKind) async throws {
        func check(_ tables: some CatalogTables) async throws {
            let numbers = try await tables.read(
                "SELECT CAST($1 AS bigint), CAST($2 AS bigint), CAST($3 AS bigint)", .integer(.max), .integer(.min),
                .optional(nil as Int64?)
            ) { row in [try row.optionalInteger(), try row.integer(), try row.optionalInteger()] }
            #expect(numbers == [[.max, .min, nil]])
            let truths = try await tables.read(
                "SELECT CAST($1 AS boolean), CAST($2 AS boolean)", .boolean(true), .boolean(false)
            ) { row in [try row.boolean(), try row.boolean()] }
            #expect(truths == [[true, false]])
            let none = try await tables.read("SELECT CAST($1 AS text)", .optional(nil as String?)) { row in
                try row.optionalText()
            }
            #expect(none == [nil])
            let bytes: [UInt8] = [0, 0x27, 0x5C, 0x80, 0xFF]
            let stored = try await tables.write { tables in
                try tables.execute(
                    "INSERT INTO property (name, value) VALUES ($1, $2)", .text("test"), .bytes(bytes))
                return try tables.first("SELECT value FROM property WHERE name = $1", .text("test")) { row in
                    try row.bytes()
                }
            }
            #expect(stored == bytes)
        }
        try await onTables(kind) { try await check($0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `An array has the texts that were put into it, in their order, whatever their characters`(_ kind: StoreKind)
        async throws
    {
        let texts = ["", "b", "a", "a/b", "\"", "\\", "'", "{,}", "[]", "NULL", "line\nfeed", "\u{1}", "İ", "🦊"]
        func check(_ tables: some CatalogTables) async throws {
            let dialect = Self.dialect(of: tables)
            let listed = try await tables.read("SELECT entry FROM \(dialect.listing("$1"))", .texts(texts)) { row in
                try row.text()
            }
            #expect(listed == texts)
            let among = try await tables.read(
                "SELECT entry FROM \(dialect.listing("$1")) WHERE entry \(dialect.isAmong("$2"))", .texts(texts),
                .texts(["🦊", "\\", "", "missing"])
            ) { row in try row.text() }
            #expect(Set(among) == ["🦊", "\\", ""])
            for name in ["a", "b", "c"] {
                try await tables.write { tables in
                    _ = try tables.execute("INSERT INTO team (name, created) VALUES ($1, 0)", .text(name))
                }
            }
            let query = "SELECT name FROM team WHERE id \(dialect.isAmong("$1")) ORDER BY name"
            #expect(try await tables.read(query, .integers([3, 1, 99])) { try $0.text() } == ["a", "c"])
            #expect(try await tables.read(query, .integers([])) { try $0.text() }.isEmpty)
        }
        try await onTables(kind) { try await check($0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `A statement counts the rows that it changes itself, not those that follow from it`(_ kind: StoreKind)
        async throws
    {
        func check(_ tables: some CatalogTables) async throws {
            try await tables.write { tables in
                try tables.execute("INSERT INTO team (name, created) VALUES ($1, 0), ($2, 0)", .text("a"), .text("b"))
                try tables.execute(
                    #"INSERT INTO "user" (name, role, password, created) VALUES ('ada', 'user', 'x', 0)"#)
                let joining = """
                    INSERT INTO membership ("user", team) SELECT "user".id, team.id FROM "user", team WHERE true
                    ON CONFLICT DO NOTHING
                    """
                #expect(try tables.execute(joining) == 2)
                #expect(try tables.execute(joining) == 0)
                #expect(try tables.hasRow("SELECT 1 FROM membership"))
                let removal = #"DELETE FROM "user" WHERE name = $1"#
                #expect(try tables.execute(removal, .text("ada")) == 1)
                #expect(try !tables.hasRow("SELECT 1 FROM membership"))
                #expect(try tables.execute(removal, .text("ada")) == 0)
            }
        }
        try await onTables(kind) { try await check($0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `A column that is empty or missing is an error, and not a value`(_ kind: StoreKind) async throws {
        func check(_ tables: some CatalogTables) async throws {
            await expect(.inputOutput) { _ = try await tables.read("SELECT CAST(NULL AS text)") { try $0.text() } }
            await expect(.inputOutput) { _ = try await tables.read("SELECT CAST(NULL AS bigint)") { try $0.integer() } }
            await expect(.inputOutput) {
                _ = try await tables.read("SELECT 1") { row in (try row.integer(), try row.integer()) }
            }
        }
        try await onTables(kind) { try await check($0) }
    }
}
