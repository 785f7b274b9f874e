import Accounts
import AppCatalog
import ServerTestSupport
import Testing

@testable import CatalogServer

struct UserStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `A user who was added can be looked up with their role and password`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let added = try await fixture.addUser("ada", role: .publisher)
        #expect(added.role == .publisher && !added.isDisabled && added.created == fixture.who.moment)
        #expect(try await fixture.store.user(named: UserName("ada")) == added)
        #expect(try await fixture.store.user(named: UserName("bob")) == nil)
        let credentials = try await fixture.store.credentials(of: UserName("ada"))
        #expect(credentials?.user == added)
        #expect(try credentials?.password.matches(Password(typed: "secret of ada")) == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `A user's name is unique, and a number is never reused`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let first = try await fixture.addUser("ada")
        await expect(.taken) { try await fixture.addUser("ada") }
        try await fixture.store.removeUser(UserName("ada"), by: fixture.who)
        let second = try await fixture.addUser("ada")
        #expect(first.id != second.id)
    }

    @Test(arguments: StoreKind.allCases)
    func `Users are listed in pages, sorted by name`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["cy", "ada", "bob"])
        #expect(try await fixture.store.users(after: nil, limit: 2).map(\.name.description) == ["ada", "bob"])
        #expect(try await fixture.store.users(after: UserName("bob"), limit: 2).map(\.name.description) == ["cy"])
    }

    @Test(arguments: StoreKind.allCases)
    func `The last administrator can't be removed, disabled or demoted`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let (store, who, name) = (fixture.store, fixture.who, try UserName("ada"))
        try await fixture.addUser("ada", role: .administrator)
        await expect(.conflict) { try await store.setRole(.user, of: name, by: who) }
        await expect(.conflict) { try await store.setDisabled(true, name, by: who) }
        await expect(.conflict) { try await store.removeUser(name, by: who) }
        #expect(try await store.user(named: name)?.role == .administrator)
        try await fixture.addUser("bob", role: .administrator)
        try await store.setRole(.user, of: name, by: who)
        #expect(try await store.user(named: name)?.role == .user)
    }

    @Test(arguments: StoreKind.allCases)
    func `A user's role and state change together, or neither does and nothing is recorded`(
        _ kind: StoreKind
    ) async throws {
        let fixture = try await StoreFixture(kind)
        let (store, who, name) = (fixture.store, fixture.who, try UserName("ada"))
        try await fixture.addUser("ada", role: .administrator)
        let change = UserChange(role: .administrator, disabled: true)
        await expect(.conflict) { try await store.changeUser(name, change, by: who) }
        #expect(try await store.user(named: name)?.isDisabled == false)
        #expect(try await store.auditEntries(limit: 10, before: nil).map(\.action) == ["addUser"])
        try await fixture.addUser("bob", role: .administrator)
        try await store.changeUser(name, UserChange(role: .user, disabled: true), by: who)
        let changed = try #require(try await store.user(named: name))
        #expect(changed.role == .user && changed.isDisabled)
    }

    @Test(arguments: StoreKind.allCases)
    func `A password is rehashed only if it has not been changed in the meantime`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let old = try #require(try await fixture.store.credentials(of: user.name)).password
        let (new, late) = (try StoreFixture.hash("secret of ada"), try StoreFixture.hash("secret of ada"))
        try await fixture.store.replace(old, with: new, of: user.id)
        try await fixture.store.replace(old, with: late, of: user.id)
        #expect(try await fixture.store.credentials(of: user.name)?.password == new)
    }

    @Test(arguments: StoreKind.allCases)
    func `A password change needs the password that was checked and a session that is still alive`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let (store, who, user) = (fixture.store, fixture.who, try await fixture.addUser("ada"))
        let old = try #require(try await store.credentials(of: user.name)).password
        let (mine, late) = (try StoreFixture.hash("mine"), try StoreFixture.hash("late"))
        let (first, second) = (try await fixture.logIn(user).session.id, try await fixture.logIn(user).session.id)
        try await store.changePassword(old, to: mine, of: user.name, in: first, by: who)
        await expect(.conflict) {
            try await store.changePassword(old, to: late, of: user.name, in: first, by: who)
        }
        await expect(.notLoggedIn) {
            try await store.changePassword(mine, to: late, of: user.name, in: second, by: who)
        }
        #expect(try await store.credentials(of: user.name)?.password == mine)
    }

    @Test(arguments: StoreKind.allCases)
    func `A team that gets, loses or begins with several members has all of them or none`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind, users: ["ada", "bob"])
        let (store, who, sales) = (fixture.store, fixture.who, try TeamName("sales"))
        let (ada, bob, nobody) = (try UserName("ada"), try UserName("bob"), try UserName("nobody"))
        func members() async throws -> [[UserName]] { try await store.teams().map(\.members) }

        await expect(.notFound) { _ = try await store.addTeam(sales, members: [ada, nobody], by: who) }
        #expect(try await members().isEmpty)
        #expect(try await store.addTeam(sales, members: [ada], by: who).members == [ada])
        await expect(.notFound) { try await store.addMembers([bob, nobody], to: sales, by: who) }
        #expect(try await members() == [[ada]])
        await expect(.notFound) { try await store.removeMembers([ada, bob], from: sales, by: who) }
        #expect(try await members() == [[ada]])
        try await store.addMembers([bob, ada], to: sales, by: who)
        #expect(try await members() == [[ada, bob]])
        try await store.removeMembers([ada, bob], from: sales, by: who)
        #expect(try await members() == [[]])
    }

    @Test(arguments: StoreKind.allCases)
    func `A membership ends when its user leaves the team or when the user or the team is removed`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind, users: ["bob", "ada"])
        let (store, who, sales) = (fixture.store, fixture.who, try TeamName("sales"))
        _ = try await store.addTeam(sales, by: who)
        await expect(.taken) { _ = try await store.addTeam(sales, by: who) }
        for name in ["bob", "ada", "bob"] { try await store.addMember(UserName(name), to: sales, by: who) }
        #expect(try await store.teams().map { $0.members.map(\.description) } == [["ada", "bob"]])
        let ada = try #require(try await store.user(named: UserName("ada")))
        #expect(try await store.teams(of: [ada.id]) == [ada.id: [sales]])

        await expect(.notFound) { try await store.addMember(UserName("cy"), to: sales, by: who) }
        await expect(.notFound) {
            try await store.addMember(UserName("ada"), to: TeamName("none"), by: who)
        }
        try await store.removeMember(UserName("bob"), from: sales, by: who)
        await expect(.notFound) {
            try await store.removeMember(UserName("bob"), from: sales, by: who)
        }
        try await store.removeUser(UserName("ada"), by: who)
        #expect(try await store.teams().map(\.members) == [[]])
        try await store.removeTeam(sales, by: who)
        #expect(try await store.teams().isEmpty)
        await expect(.notFound) { try await store.removeTeam(sales, by: who) }
    }
}
