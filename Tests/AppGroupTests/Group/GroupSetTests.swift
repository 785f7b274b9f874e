import TestSupport
import Testing

@testable import AppGroup

@Suite("Several groups in one list", .ownGroup)
struct GroupSetTests {
    let clock = TestClock()
    /// The orders that go by how likely an app is to be opened next.
    static let orders: [AppOrder?] = [nil, .smart, .frecency]

    /// A group with these apps, in a storage of its own.
    private func registry(
        _ group: GroupID, _ apps: [AppID], storage: any RegistryStorage = InMemoryStorage()
    ) throws -> Registry {
        try storage.write { writer in
            for id in apps {
                try writer.save(
                    AppRecord(
                        id: id, name: try AppName("\(id)"), launch: .terminal("/bin/sh"),
                        registered: Timestamp(seconds: 0)))
            }
        }
        let clock = clock
        return Registry(group: group, backing: .custom(storage), environment: TestGroup.current.environment) {
            clock.now
        }
    }

    private func open(_ id: AppID, in registry: Registry) throws {
        clock.advance(milliseconds: 60_000)
        _ = try registry.recordOpening(of: id, isClaimed: true, patience: .zero)
    }

    /// A group in which the same apps are opened in turn, so that `smart` leads.
    private func turns(_ group: GroupID = "org.example.tools") throws -> Registry {
        let ids: [AppID] = ["tools.a", "tools.b", "tools.c", "tools.never"]
        let registry = try registry(group, ids)
        for number in 0..<120 { try open(ids[number % 3], in: registry) }
        return registry
    }

    private func list(
        _ registries: [Registry], order: AppOrder?, excludingCurrent: Bool = false
    ) throws -> [AppEntry] {
        try GroupSet(registries).apps(order: order, excludingCurrent: excludingCurrent) { group, error in
            Issue.record("\(group): \(error)")
        }.merged
    }

    private func sum(_ apps: [AppEntry]) -> Double { apps.reduce(0) { $0 + ($1.likelihood ?? $1.chance) } }

    @Test("An app that is alone in a group of long ago does not come before those in daily use", arguments: orders)
    func ranksOldGroup(order: AppOrder?) throws {
        let old = try registry("org.example.old", ["old.thing", "old.never"])
        for _ in 0..<60 { try open("old.thing", in: old) }
        clock.advance(days: 330)
        let apps = try list([old, turns()], order: order)
        let thing = try #require(apps.first { $0.id == "old.thing" })
        #expect(apps.first?.group == "org.example.tools")
        #expect(thing.likelihood ?? thing.chance < 0.2)
        #expect(abs(sum(apps) - 1) < 1e-9)
    }

    @Test("Openings under a clock that was ahead come before the next one of their group", arguments: orders)
    func ordersByNumber(order: AppOrder?) throws {
        let old = try registry("org.example.old", ["old.thing"])
        clock.advance(days: 3650)
        for _ in 0..<20 { try open("old.thing", in: old) }
        clock.advance(days: -3650)
        try open("old.thing", in: old)
        let apps = try list([old, turns()], order: order)
        let thing = try #require(apps.first { $0.id == "old.thing" })
        #expect(apps.first?.group == "org.example.tools")
        #expect(thing.likelihood ?? thing.chance < 0.1)
    }

    @Test(
        "An opening under a clock that was behind leaves the earlier ones of its group where they were",
        arguments: orders)
    func ignoresLateClock(order: AppOrder?) throws {
        let tools = try turns()
        let other = try registry("org.example.other", ["other.app"])
        for number in 0..<30 {
            try open("tools.a", in: tools)
            if number.isMultiple(of: 10) { try open("other.app", in: other) }
        }
        func share() throws -> Double {
            try sum(list([tools, other], order: order).filter { $0.group == tools.group })
        }
        let before = try share()
        clock.advance(days: -3650)
        try open("tools.a", in: tools)
        clock.advance(days: 3650)
        #expect(try abs(share() - before) < 0.1 && before > 0.7, "\(before)")
    }

    @Test("An app that was never opened moves no app of another group and changes no likelihood", arguments: orders)
    func ignoresNewGroup(order: AppOrder?) throws {
        let tools = try turns()
        let alone = try tools.apps(order: order)
        if order == nil { try #require(alone.allSatisfy { $0.likelihood != nil }) }
        let new = try registry("org.example.new", ["new.app"])
        let apps = try list([new, tools], order: order)
        let others = apps.filter { $0.group == tools.group }
        #expect(others.map(\.id) == alone.map(\.id) && others.map(\.likelihood) == alone.map(\.likelihood))
        // Of the apps that were never opened, it is the first by name.
        #expect(apps.map(\.id).suffix(2) == ["new.app", "tools.never"])
    }

    @Test("Each group is ranked by the order that suits it, and all shares add up to 1")
    func choosesForEachGroup() throws {
        let tools = try turns()
        let office = try registry("org.example.office", ["office.a", "office.b"])
        for id in ["office.a", "office.b", "office.a"] as [AppID] { try open(id, in: office) }
        let apps = try list([tools, office], order: nil)
        #expect(apps.allSatisfy { ($0.likelihood != nil) == ($0.group == tools.group) })
        #expect(abs(sum(apps) - 1) < 1e-9)
        for group in [tools, office] {
            #expect(try apps.filter { $0.group == group.group }.map(\.id) == group.apps().map(\.id))
        }
    }

    @Test("Without the app that was opened last, the likelihoods of the others still add up to 1", arguments: orders)
    func excludesCurrent(order: AppOrder?) throws {
        let tools = try turns()
        let lonely = try registry("org.example.lonely", ["lonely.app"])
        try open("lonely.app", in: lonely)
        let others = try list([tools, lonely], order: order, excludingCurrent: true)
        #expect(others.count == 4 && others.allSatisfy { $0.group == tools.group })
        #expect(abs(sum(others) - 1) < 1e-9)
        try open("tools.a", in: tools)
        let again = try list([tools, lonely], order: order, excludingCurrent: true)
        #expect(again.count == 4 && !again.contains { $0.id == "tools.a" })
        #expect(abs(sum(again) - 1) < 1e-9)
    }

    @Test("If the app that was opened last is hidden, excluding it leaves all others in the list", arguments: orders)
    func excludesHiddenCurrent(order: AppOrder?) throws {
        let tools = try turns()
        let other = try registry("org.example.other", ["other.shown", "other.hidden"])
        for id in ["other.shown", "other.hidden"] as [AppID] { try open(id, in: other) }
        try other.setHidden(true, of: "other.hidden")
        let apps = try list([tools, other], order: order, excludingCurrent: true)
        #expect(Set(apps.map(\.id)) == ["tools.a", "tools.b", "tools.c", "tools.never", "other.shown"])
    }

    @Test("The list of one group is the same in a set", arguments: AppOrder.allCases)
    func leavesOneGroup(order: AppOrder) throws {
        let tools = try turns()
        #expect(try list([tools], order: order) == tools.apps(order: order))
        #expect(try list([tools], order: nil) == tools.apps())
    }

    @Test("A group whose last openings are forgotten still has a share, by the last opening of its other apps")
    func remembersForgottenOpenings() throws {
        let office = try registry("org.example.office", ["office.a", "office.b"])
        for _ in 0..<3 { try open("office.a", in: office) }
        for _ in 0..<300 { try open("office.b", in: office) }
        try office.resetHistory(of: "office.b")
        let apps = try list([office, turns()], order: .frecency)
        let app = try #require(apps.first { $0.id == "office.a" })
        #expect(app.chance > 0)
        #expect(apps.suffix(2).allSatisfy { $0.usage.count == 0 } && abs(sum(apps) - 1) < 1e-9)
    }

    @Test("The shares of groups go by their last openings and add up to 1, or to 0 if nothing was opened")
    func sharesOfGroups() {
        func moments(_ seconds: [Int64]) -> [Timestamp] { seconds.map { Timestamp(seconds: $0) } }
        #expect(GroupShares([[], []]).values == [0, 0])
        #expect(GroupShares([moments([5, 6]), []]).values == [1, 0])
        var shares = GroupShares([moments([1, 2, 3]), moments([4, 5, 6]), moments([7])])
        #expect(abs(shares.values.reduce(0, +) - 1) < 1e-12)
        #expect(shares.values[1] > shares.values[0] && shares.values[0] > shares.values[2])
        shares.exclude(likelihood: 1, in: 1)
        #expect(shares.values[1] == 0 && abs(shares.values.reduce(0, +) - 1) < 1e-12)
    }

    @Test("Only the last 300 openings of all groups count, and one of each group that has none among them")
    func sharesByLastOpenings() {
        func moments(_ seconds: ClosedRange<Int64>) -> [Timestamp] { seconds.map { Timestamp(seconds: $0) } }
        let shares = GroupShares([moments(1...300), moments(301...900), []]).values
        #expect(shares[0] > 0 && shares[0] < 0.001 && shares[2] == 0)
        // Of 100 openings, one is of the second group.
        let busy = moments(1...30_000).filter { $0.seconds % 100 != 50 }.suffix(300)
        let rare = moments(1...30_000).filter { $0.seconds % 100 == 50 }.suffix(300)
        #expect(abs(GroupShares([Array(busy), Array(rare)]).values[1] - 0.005) < 0.001)
    }

    @Test("While a group cannot be read, what is known of it stays comparable with the others")
    func knowsFailingGroup() throws {
        let failing = Guarded(false)
        let tools = try turns()
        let office = try registry("org.example.office", ["office.a"], storage: FailingStorage(isFailing: failing))
        try open("office.a", in: office)
        var known = LastKnownApps()
        let before = known.read([tools, office], order: nil, including: .shown)
        #expect(try GroupSet.merged(before, order: nil) == list([tools, office], order: nil))
        failing.withLock { $0 = true }
        var failures = 0
        let after = known.read([tools, office], order: nil, including: .shown) { _, _ in failures += 1 }
        #expect(after == before && failures == 1)
        #expect(known.failures.mapValues(\.description) == [office.group: "The disk is gone."])
        _ = known.read([tools, office], order: nil, including: .shown) { _, _ in failures += 1 }
        #expect(failures == 1)
        failing.withLock { $0 = false }
        _ = known.read([tools, office], order: nil, including: .shown)
        #expect(known.failures.isEmpty)
        let alone = known.read([tools], order: nil, including: .shown)
        #expect(try alone == [tools.apps()])
    }
}

/// A storage in memory that cannot be read while it is told to fail.
private struct FailingStorage: RegistryStorage {
    let isFailing: Guarded<Bool>
    private let storage = InMemoryStorage()

    init(isFailing: Guarded<Bool>) { self.isFailing = isFailing }

    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result {
        guard !isFailing.value else { throw AppGroupError(.inputOutput, "The disk is gone.") }
        return try storage.read(body)
    }

    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        try storage.write(patience: patience, body)
    }

    func version() throws -> StorageVersion { try storage.version() }
}
