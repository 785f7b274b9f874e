import ServerTestSupport
import Testing

@testable import CatalogServer

struct AuditStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `The audit log lists in pages who did what, when and from where`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["ada", "bob"])
        try await fixture.store.record(.download, "com.example.rooms 1.0\n\"", by: fixture.who)
        let entries = try await fixture.store.auditEntries(limit: 2, before: nil)
        #expect(entries.map(\.action) == [.download, .addUser])
        #expect(entries.first?.subject == "com.example.rooms 1.0\n\"")
        #expect(entries.first?.attribution == fixture.who)
        let older = try await fixture.store.auditEntries(limit: 2, before: entries.last?.id)
        #expect(older.map(\.subject) == ["ada, user"])
    }

    @Test(arguments: StoreKind.allCases)
    func `A change that failed is not in the audit log`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["ada"])
        await expect(.taken) { try await fixture.addUser("ada") }
        await expect(.notFound) { try await fixture.store.removeUser(UserName("bob"), by: fixture.who) }
        #expect(try await fixture.store.auditEntries(limit: 9, before: nil).count == 1)
    }
}
