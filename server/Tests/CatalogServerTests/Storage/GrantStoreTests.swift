import AppCatalog
import AppGroup
import ServerTestSupport
import Testing

@testable import CatalogServer

struct GrantStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `A user's access adds up the grants to the user, to their teams and to everyone`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind, users: ["ada", "bob"])
        let (store, who) = (fixture.store, fixture.who)
        let ada = try #require(try await store.user(named: UserName("ada")))
        let bob = try #require(try await store.user(named: UserName("bob")))
        _ = try await store.addTeam(TeamName("sales"), by: who)
        try await store.addMember(ada.name, to: TeamName("sales"), by: who)
        _ = try await store.addGrant(
            of: .package("com.example.rooms"), to: .team(TeamName("sales")), channel: .beta, by: who)
        _ = try await store.addGrant(of: .package("com.example.rooms"), to: .user(ada.name), channel: .stable, by: who)
        _ = try await store.addGrant(of: .package("com.example.visa"), to: .everyone, channel: .stable, by: who)

        let hers = try await store.access(of: ada.id)
        #expect(hers.channel(of: "com.example.rooms") == .beta)
        #expect(hers.channel(of: "COM.Example.Rooms") == .beta)
        #expect(hers.channel(of: "com.example.visa") == .stable)
        #expect(hers.channel(of: "com.example.none") == nil)
        #expect(try await store.access(of: bob.id).packages == ["com.example.visa": .stable])

        _ = try await store.addGrant(of: .everything, to: .user(bob.name), channel: .beta, by: who)
        #expect(try await store.access(of: bob.id).channel(of: "com.example.visa") == .beta)
        #expect(try await store.access(of: bob.id).channel(of: "com.example.none") == .beta)
    }

    @Test(arguments: StoreKind.allCases)
    func `Granting the same package to the same subject again changes the channel, and says from which one`(
        _ kind: StoreKind
    ) async throws {
        let fixture = try await StoreFixture(kind)
        let (store, who) = (fixture.store, fixture.who)
        let first = try await store.addGrant(
            of: .package("com.example.rooms"), to: .everyone, channel: .stable, by: who)
        let second = try await store.addGrant(of: .package("com.EXAMPLE.rooms"), to: .everyone, channel: .beta, by: who)
        let third = try await store.addGrant(of: .package("com.example.rooms"), to: .everyone, channel: .beta, by: who)
        let id = first.grant.id
        #expect(id == second.grant.id && second.grant.channel == .beta && third.grant == second.grant)
        #expect([first, second, third].map(\.previousChannel) == [nil, .stable, nil])
        #expect(try await store.grants() == [second.grant])
        try await store.removeGrant(id, by: who)
        #expect(try await store.grants().isEmpty)
        await expect(.notFound) { try await store.removeGrant(id, by: who) }
        let words = ["(beta) to everyone", "(beta) to everyone, changed from stable to beta", "(stable) to everyone"]
        let entries = try await store.auditEntries(limit: 4, before: nil).dropFirst()
        #expect(entries.map(\.action) == ["addGrant", "addGrant", "addGrant"])
        #expect(entries.map(\.subject) == words.map { "com.example.rooms \($0)" })
    }

    @Test(arguments: StoreKind.allCases)
    func `A grant needs an existing user or team, and is removed together with it`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["ada"])
        let (store, who, ada) = (fixture.store, fixture.who, try UserName("ada"))
        let sales = try TeamName("sales")
        _ = try await store.addTeam(sales, by: who)
        _ = try await store.addGrant(of: .everything, to: .user(ada), channel: .stable, by: who)
        _ = try await store.addGrant(of: .everything, to: .team(sales), channel: .stable, by: who)
        await expect(.notFound) {
            _ = try await store.addGrant(of: .everything, to: .user(UserName("bob")), channel: .stable, by: who)
        }
        await expect(.notFound) {
            _ = try await store.addGrant(of: .everything, to: .team(TeamName("none")), channel: .stable, by: who)
        }
        try await store.removeUser(ada, by: who)
        #expect(try await store.grants().map(\.subject) == [.team(sales)])
        try await store.removeTeam(sales, by: who)
        #expect(try await store.grants().isEmpty)
    }
}
