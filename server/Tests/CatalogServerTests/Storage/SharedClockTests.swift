import Accounts
import AppGroup
import Logging
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The clock that several servers share")
struct SharedClockTests {
    private static let minute: Int64 = 60_000
    private static let day = 24 * 60 * minute

    /// A server whose clock is ahead of that of its database, in milliseconds.
    private func parts(_ store: any CatalogStore, _ folder: TemporaryFolder, ahead: Int64, logger: Logger) throws
        -> ServerParts
    {
        try ServerParts(
            settings: Settings(folder: folder.path), store: store, changes: store.notifier,
            hasher: PasswordHasher(cost: StoreFixture.cost), registry: PrometheusRegistry(),
            clock: { Timestamp(milliseconds: Timestamp.now.milliseconds + ahead) }, logger: logger)
    }

    @Test(arguments: [-400, 400])
    func `A server with a wrong clock deletes only the sessions that have ended by the clock of the database`(
        days: Int64
    )
        async throws
    {
        let (fixture, folder) = (try await StoreFixture(.postgres15), try TemporaryFolder())
        let (store, now) = (fixture.store, Timestamp.now.milliseconds)
        let ada = try await store.addUser(
            UserName("ada"), role: .user, password: StoreFixture.hash("long enough"), by: fixture.who)
        for (name, age) in [("living", Self.day), ("ended", 40 * Self.day)] {
            let moment = Timestamp(milliseconds: now - age)
            let session = Session(
                id: Session.ID(rawValue: name), user: ada.id, client: "a test", created: moment, lastUsed: moment)
            try await store.addSession(session, of: ada, token: SessionToken().hash, by: fixture.who)
        }
        let parts = try parts(store, folder, ahead: days * Self.day, logger: RouterFixture.silence)
        let chore = try #require(parts.chores.first { $0.chore.name == Chore.sessions.name })
        try await chore.work()
        let left = try await store.sessions(of: ada.id, alive: .standard, at: Timestamp(milliseconds: 0))
        #expect(left.map(\.id.rawValue) == ["living"])
        withExtendedLifetime(fixture) {}
    }

    @Test(arguments: [(5, "5 minutes ahead of"), (-5, "5 minutes behind"), (0, nil)] as [(Int64, String?)])
    func `A server whose clock differs from that of the database says so in its log`(minutes: Int64, words: String?)
        async throws
    {
        let (fixture, folder, lines) = (try await StoreFixture(.postgres15), try TemporaryFolder(), Guarded([String]()))
        let logger = Logger(into: lines)
        let parts = try parts(fixture.store, folder, ahead: minutes * Self.minute, logger: logger)
        let watch = try #require(parts.clockWatch)
        let ahead = try await watch.ahead()
        if let words {
            let task = Task { try await watch.run() }
            #expect(await comesTrue { !lines.value.isEmpty })
            task.cancel()
            try await task.value
            #expect(lines.value.count == 1 && lines.value.first?.contains(words) == true, "\(lines.value)")
            #expect(abs(ahead) > 4 * Self.minute)
        } else {
            #expect(abs(ahead) < Self.minute)
        }
        withExtendedLifetime(fixture) {}
    }

    @Test func `A catalog in one file needs no other clock than the server's`() async throws {
        let scratch = try ScratchCatalog()
        #expect(try parts(scratch.store, TemporaryFolder(), ahead: 0, logger: RouterFixture.silence).clockWatch == nil)
    }
}
