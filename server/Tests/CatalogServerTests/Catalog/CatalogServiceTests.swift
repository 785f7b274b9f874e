import AppCatalog
import AppGroup
import Foundation
import NIOCore
import Testing

@testable import CatalogServer

@Suite("A user's catalog")
struct CatalogServiceTests {
    private let scratch: ScratchCatalog
    private let service: CatalogService

    init() throws {
        scratch = try ScratchCatalog()
        service = try CatalogService(store: scratch.store, changes: scratch.store.notifier)
    }

    private func catalog(of user: User) async throws -> RenderedCatalog {
        try await service.catalog(of: user.id)
    }

    private func names(of user: User) async throws -> [String] {
        try await catalog(of: user).packages.map {
            "\($0.id.dropFirst(12)) \($0.releases.compactMap(\.version))"
        }
    }

    @Test("The catalog has the same bytes as one that Python computes from the same data")
    func oracle() async throws {
        var chance = SystemRandomNumberGenerator()
        let (store, who) = (scratch.store, ScratchCatalog.who)
        let teams = try (0..<4).map { try TeamName("team\($0)") }
        for team in teams { _ = try await store.addTeam(team, by: who) }
        var users: [User] = []
        for number in 0..<12 {
            let user = try await scratch.addUser("user\(number)")
            users.append(user)
            for team in teams where Bool.random(using: &chance) {
                try await store.addMember(user.name, to: team, by: who)
            }
        }
        let packages = (0..<6).map { "tool\($0)" }
        for package in packages {
            for version in ["1.2", "1.10", "2.0", "10.1"].shuffled(using: &chance).prefix(
                Int.random(in: 1...4, using: &chance))
            {
                let channel: ReleaseChannel = Bool.random(using: &chance) ? .beta : .stable
                let release = try await scratch.publish(
                    package, version, channel: channel, notes: "Zeile\n“ü”/<&>\u{1F4C5}")
                if Int.random(in: 0..<6, using: &chance) == 0 {
                    _ = try await store.changeTerms(
                        of: release.id, TermsChange(offer: .withdrawn(reason: "crashes")), by: who)
                }
            }
        }
        for _ in 0..<14 {
            let subjects: [Grant.Subject] = [
                .user(users.randomElement(using: &chance)?.name ?? users[0].name),
                .team(teams.randomElement(using: &chance) ?? teams[0]), .everyone,
            ]
            let subject = subjects[[0, 0, 0, 1, 1, 1, 2].randomElement(using: &chance) ?? 0]
            let scope: Grant.Scope =
                Int.random(in: 0..<8, using: &chance) == 0
                ? .everything : .package(try AppID("com.example.\(packages.randomElement(using: &chance) ?? "tool0")"))
            _ = try await store.addGrant(
                of: scope, to: subject, channel: Bool.random(using: &chance) ? .beta : .stable, by: who)
        }
        var ours: [String] = []
        for user in users { ours.append(String(buffer: try await catalog(of: user).json)) }
        #expect(try await Oracle.catalogs(in: scratch.database) == ours)
    }

    @Test("The catalog follows grants that are added, widened and removed, and releases that are withdrawn")
    func changes() async throws {
        let (store, who) = (scratch.store, ScratchCatalog.who)
        let ben = try await scratch.addUser("ben")
        let stable = try await scratch.publish("rooms", "1.0")
        try await scratch.publish("rooms", "1.1", channel: .beta)
        let rooms = Grant.Scope.package(stable.contents.package)
        #expect(try await names(of: ben) == [])
        _ = try await store.addGrant(of: rooms, to: .user(ben.name), channel: .stable, by: who)
        #expect(try await names(of: ben) == ["rooms [\"1.0\"]"])
        let grant = try await store.addGrant(of: rooms, to: .user(ben.name), channel: .beta, by: who).grant
        #expect(try await names(of: ben) == ["rooms [\"1.1\", \"1.0\"]"])
        _ = try await store.changeTerms(of: stable.id, TermsChange(offer: .withdrawn(reason: "crashes")), by: who)
        #expect(try await names(of: ben) == ["rooms [\"1.1\"]"])
        #expect(
            try await service.release(stable.contents.digest, of: stable.contents.package, for: ben.id) == nil)
        try await store.removeGrant(grant.id, by: who)
        #expect(try await names(of: ben) == [])
    }

    @Test("The catalog lists the newest releases first, by version and build")
    func newest() async throws {
        let ben = try await scratch.addUser("ben")
        for (version, build) in [("1.10", "5"), ("1.9", "9"), ("1.10", "11"), ("1.10-rc1", "12")] {
            try await scratch.publish("rooms", version, build: build)
        }
        try await scratch.publish("rooms", "1.10", build: "11", system: "iOS")
        _ = try await scratch.store.addGrant(of: .everything, to: .everyone, channel: .stable, by: ScratchCatalog.who)
        let releases = try await catalog(of: ben).packages.first?.releases ?? []
        #expect(
            releases.map { "\($0.version ?? "") \($0.build ?? "") \($0.platform.operatingSystem)" } == [
                "1.10 11 iOS", "1.10 11 Linux", "1.10 5 Linux", "1.10-rc1 12 Linux", "1.9 9 Linux",
            ])
    }

    @Test("Users with the same access share one rendering of the catalog")
    func sharing() async throws {
        let (ben, eve) = (try await scratch.addUser("ben"), try await scratch.addUser("eve"))
        try await scratch.publish("rooms", "1.0")
        _ = try await scratch.store.addGrant(of: .everything, to: .everyone, channel: .stable, by: ScratchCatalog.who)
        let first = try await catalog(of: ben)
        #expect(try await catalog(of: eve) === first)
        try await scratch.addUser("late", role: .publisher)
        #expect(try await catalog(of: eve) === first)
    }
}
