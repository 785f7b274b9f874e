import TestSupport
import Testing

@testable import AppGroup

@Suite("Rises of badges", .ownGroup)
struct BadgeRiseTests {
    let group = TestGroup.current
    let clock = TestClock()
    let inbox: AppID = "org.example.inbox"
    let rooms: AppID = "org.example.rooms"

    init() throws {
        for name in ["inbox", "rooms", "visa"] { try group.registry.register(try group.app(name)) }
    }

    private var registry: Registry { group.registry(clock: clock) }

    private func open(_ id: AppID) throws {
        clock.advance(milliseconds: 60_000)
        _ = try registry.recordOpening(of: id, isClaimed: true, patience: .seconds(10))
    }

    @Test("The registry keeps when a badge last rose, and the number of the opening before it")
    func areKept() throws {
        try open(rooms)
        try registry.setBadge(2, of: inbox)
        let first = clock.now
        #expect(try registry.app(inbox)?.badgeRose == first)
        clock.advance(milliseconds: 5000)
        try registry.setBadge(1, of: inbox)
        #expect(try registry.app(inbox)?.badgeRose == first)
        #expect(try registry.addToBadge(4, of: inbox) == 5)
        let rises = try registry.badgeRises()
        #expect(rises.map(\.app) == [inbox] && rises.map(\.opening) == [1] && rises.map(\.moment) == [clock.now])
        #expect(try registry.app(inbox)?.badgeRose == clock.now)
        try open(rooms)
        try registry.setBadge(6, of: inbox)
        #expect(try registry.badgeRises().map(\.opening) == [1, 2])
    }

    @Test("A tool that changes its badge together with other values notes the rise")
    func areKeptOfMembers() throws {
        var changes = AppChanges()
        changes.addToBadge(3)
        try registry.change(inbox, by: changes, patience: .seconds(10))
        #expect(try registry.app(inbox)?.badgeRose == clock.now)
        var app = try group.app("mail")
        app.badge = 4
        try registry.register(app)
        #expect(try registry.app(app.id)?.badgeRose == clock.now)
        #expect(Set(try registry.badgeRises().map(\.app)) == [inbox, app.id])
    }

    @Test("Additions within a second of a rise are part of it, unless the app was opened in between")
    func oncePerSecond() throws {
        func roseNow() throws -> Bool {
            _ = try registry.addToBadge(1, of: inbox)
            return try registry.app(inbox)?.badgeRose == clock.now
        }
        #expect(try roseNow())
        clock.advance(milliseconds: 999)
        #expect(try !roseNow())
        clock.advance(milliseconds: 1)
        #expect(try roseNow())
        clock.advance(milliseconds: 100)
        _ = try registry.recordOpening(of: inbox, isClaimed: true, patience: .seconds(10))
        clock.advance(milliseconds: 100)
        #expect(try roseNow())
        try registry.setBadge(0, of: inbox)
        clock.advance(milliseconds: 100)
        #expect(try roseNow())
    }

    @Test("A rise by a clock that was set back neither lowers an app's place nor makes what waits there older")
    func clockSetBack() throws {
        for _ in 0..<15 { for id in [inbox, rooms, "org.example.visa"] as [AppID] { try open(id) } }
        clock.advance(milliseconds: 600_000)
        try registry.setBadge(1, of: rooms)
        let rose = clock.now
        func likelihood() throws -> Double? {
            try registry.apps(order: .smart).first { $0.id == rooms }?.likelihood
        }
        clock.advance(milliseconds: 10_000)
        let before = try #require(try likelihood())
        clock.advance(milliseconds: -300_000)
        try registry.setBadge(2, of: rooms)
        #expect(try registry.app(rooms)?.badgeRose == rose && registry.badgeRises().map(\.moment) == [rose])
        clock.advance(milliseconds: 300_000)
        #expect(try likelihood() == before)
        // Once the app was opened, what rises next is new.
        try open(rooms)
        clock.advance(milliseconds: 60_000)
        try registry.setBadge(3, of: rooms)
        #expect(try registry.app(rooms)?.badgeRose == clock.now)
    }

    @Test("A waiting rise is not made older either if its app was opened by a clock that was ahead")
    func openedByAClockAhead() throws {
        for _ in 0..<15 { for id in [inbox, "org.example.visa", rooms] as [AppID] { try open(id) } }
        let hour: Int64 = 3_600_000
        clock.advance(milliseconds: hour)
        _ = try registry.recordOpening(of: rooms, isClaimed: true, patience: .seconds(10))
        clock.advance(milliseconds: 10_000 - hour)
        try registry.setBadge(1, of: rooms)
        let rose = clock.now
        func likelihood() throws -> Double? {
            try registry.apps(order: .smart).first { $0.id == rooms }?.likelihood
        }
        clock.advance(milliseconds: 20_000)
        let before = try #require(try likelihood())
        clock.advance(milliseconds: -hour)
        try registry.setBadge(2, of: rooms)
        #expect(try registry.badgeRises().map(\.moment) == [rose])
        clock.advance(milliseconds: hour)
        #expect(try likelihood() == before)
        try registry.setBadge(0, of: rooms)
        #expect(try registry.badgeRises().map(\.isCleared) == [true])
        // Nothing waits any longer, so nothing is cleared again, and what rises next is new.
        clock.advance(milliseconds: 1000)
        try registry.setBadge(1, of: rooms)
        #expect(try registry.badgeRises().map(\.moment) == [clock.now])
    }

    @Test("A badge that is cleared before the app is opened is noted, and one that is cleared afterwards is not")
    func areCleared() throws {
        try registry.setBadge(2, of: inbox)
        try registry.setBadge(2, of: rooms)
        try open(rooms)
        for id in [inbox, rooms] { try registry.setBadge(0, of: id) }
        #expect(try registry.badgeRises().filter(\.isCleared).map(\.app) == [inbox])
    }

    @Test("If openings are not recorded, rises are not either")
    func areNotRecorded() throws {
        try registry.setRecordsUse(false, of: inbox)
        try registry.setBadge(2, of: inbox)
        try registry.setRecordsUse(false)
        try registry.setBadge(2, of: rooms)
        #expect(try registry.badgeRises().isEmpty)
        #expect(try registry.app(inbox)?.badgeRose == nil && registry.app(rooms)?.badgeRose == nil)
    }

    @Test("The order smart lists an app higher once its badge has risen, until the badge is cleared")
    func changeTheOrder() throws {
        for _ in 0..<15 { for id in [inbox, rooms, "org.example.visa"] as [AppID] { try open(id) } }
        func place() throws -> Int? { try registry.apps(order: .smart).firstIndex { $0.id == rooms } }
        clock.advance(milliseconds: 20_000)
        let before = try #require(try place())
        try registry.setBadge(1, of: rooms)
        clock.advance(milliseconds: 1000)
        #expect(try #require(try place()) < before)
        try registry.storage.write { _ = try $0.setBadge(0, of: rooms) }
        #expect(try place() == before)
    }

    @Test("Rises are exported, and an import brings them back")
    func areExported() throws {
        var source = RandomSource(seed: 8)
        for number in 0..<200 {
            let id = source.pick([inbox, rooms, "org.example.visa"] as [AppID])
            if source.isOnce(in: 3) { try registry.addToBadge(1, of: id) }
            if source.isOnce(in: 20) { try registry.setBadge(0, of: id) }
            try open(number % 7 == 0 ? id : rooms)
        }
        let text = try registry.exportHistory()
        #expect(text.hasPrefix("unix_time\tapp\tutc_offset\tevent\n"))
        let (rises, likelihoods) = (try registry.badgeRises(), try registry.apps(order: .smart).map(\.likelihood))
        let file = try group.makeFile("history.tsv", Array(text.utf8))
        #expect(try registry.importHistory(from: file) == Registry.HistoryImport(known: 200))
        try registry.resetHistory()
        #expect(try registry.badgeRises().isEmpty)
        let result = try registry.importHistory(from: file)
        #expect(result.added == 200 && result.badgeRises == rises.count)
        #expect(try registry.badgeRises().map(\.moment.seconds) == rises.map(\.moment.seconds))
        #expect(try registry.apps(order: .smart).map(\.likelihood) == likelihoods)
        #expect(try registry.exportHistory() == text)
    }

    @Test("A moved app keeps what waits behind its badge")
    func areMoved() throws {
        let old = group.registry(of: "org.example.old")
        try old.register(try group.app("mail"))
        try old.setBadge(2, of: "org.example.mail")
        let rose = try old.app("org.example.mail")?.badgeRose
        let new = group.registry
        try new.register(try group.app("mail"), moving: true)
        #expect(try rose != nil && new.app("org.example.mail")?.badgeRose == rose)
        #expect(try new.badgeRises().map(\.app) == ["org.example.mail"])
    }
}
