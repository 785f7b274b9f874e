import AppGroupPlatform
import TestSupport
import Testing

@testable import AppGroup

@Suite("The model after a deletion", .ownGroup)
struct ForgettingTests {
    static let ids: [AppID] = ["org.example.a", "org.example.b", "org.example.c"]
    let group = TestGroup.current
    let clock = TestClock()

    /// What a model keeps that has learned the openings and the rises of badges in one go.
    private func learned(_ registry: Registry) throws -> [UInt8] {
        var predictor = Predictor()
        let last = try registry.storage.read { try $0.lastOpening() }
        predictor.learn(try registry.openings(), try registry.badgeRises(), through: last)
        return predictor.stored
    }

    /// A group whose apps are not installed, with this many openings.
    private func registry(_ kind: StorageKind, openings: Int) throws -> Registry {
        let storage = try kind.make()
        try storage.write { writer in
            for id in Self.ids {
                try writer.save(
                    AppRecord(
                        id: id, name: try AppName("\(id)"), launch: .terminal("/none"),
                        registered: Timestamp(seconds: 0)))
            }
        }
        let clock = clock
        let registry = Registry(
            group: group.id, backing: .custom(storage), environment: group.environment
        ) { clock.now }
        for number in 0..<openings { try open(number, in: registry) }
        return registry
    }

    private func open(_ number: Int, in registry: Registry) throws {
        clock.advance(milliseconds: 30_000)
        _ = try registry.recordOpening(
            of: Self.ids[number * number % 5 % 3], isClaimed: true, patience: .seconds(10))
    }

    private func kept(_ registry: Registry) throws -> ModelState? {
        try registry.storage.read { try $0.modelState(format: Predictor.format) }
    }

    /// What a model keeps that has learned the openings in one go.
    private func learned(_ openings: [AppOpening]) -> [UInt8] {
        var predictor = Predictor()
        for opening in openings { predictor.learn(opening) }
        return predictor.stored
    }

    /// A call that deletes openings.
    enum Deletion: CaseIterable {
        case history, prune, everything

        func run(_ registry: Registry) throws {
            switch self {
            case .history: try registry.resetHistory(of: ForgettingTests.ids[1])
            case .everything: try registry.resetHistory()
            case .prune:
                let plan = try registry.prunePlan(graceDays: 0)
                let deleted = plan.deleted.filter { $0.app.id == ForgettingTests.ids[1] }
                try registry.prune(PrunePlan(hidden: [], deleted: deleted, graceDays: 0, endsGroup: false))
            }
        }
    }

    @Test(
        "After a deletion, the kept model has learned all remaining openings and no other",
        arguments: StorageKind.library, Deletion.allCases)
    func isLearned(kind: StorageKind, deletion: Deletion) throws {
        let registry = try registry(kind, openings: 200)
        try deletion.run(registry)
        let openings = try registry.openings()
        #expect(openings.count < 200 && !openings.contains { $0.app == Self.ids[1] })
        let state = try #require(try kept(registry))
        #expect(state.opening == 200)
        #expect(state.bytes == learned(openings))
    }

    @Test(
        "After a deletion, the kept model has learned the remaining rises of badges and no other",
        arguments: StorageKind.library, Deletion.allCases)
    func learnsRises(kind: StorageKind, deletion: Deletion) throws {
        let registry = try registry(kind, openings: 0)
        for number in 0..<200 {
            if number % 3 == 0 { try registry.addToBadge(1, of: Self.ids[number / 3 % 3]) }
            if number % 11 == 0 { try registry.setBadge(0, of: Self.ids[number % 3]) }
            try open(number, in: registry)
        }
        try registry.addToBadge(1, of: Self.ids[1])
        #expect(try registry.badgeRises().contains(where: \.isCleared))
        #expect(try registry.app(Self.ids[1])?.badgeRose == clock.now)
        try deletion.run(registry)
        #expect(try registry.badgeRises().contains { $0.app == Self.ids[0] } == (deletion != .everything))
        #expect(try !registry.badgeRises().contains { $0.app == Self.ids[1] })
        #expect(try registry.app(Self.ids[1])?.badgeRose == nil)
        #expect(try kept(registry)?.bytes == learned(registry))
    }

    @Test("After an import, the kept model has learned all openings", arguments: StorageKind.library)
    func learnsImports(kind: StorageKind) throws {
        let registry = try registry(kind, openings: 40)
        let lines = (0..<60).map { "\($0 * 60)\t\(Self.ids[$0 % 3])\t0\n" }.joined()
        let file = try group.makeFile("history.tsv", Array("unix_time\tapp\tutc_offset\n\(lines)".utf8))
        #expect(try registry.importHistory(from: file).added == 60)
        #expect(try kept(registry)?.bytes == learned(try registry.openings()))
    }

    @Test("A move takes an app out of the model of the group that it leaves")
    func learnsMoves() throws {
        let (old, new) = (group.registry(of: "org.example.old"), group.registry)
        for name in ["inbox", "rooms"] { try old.register(try group.app(name)) }
        for number in 0..<100 {
            let id: AppID = number % 3 == 0 ? "org.example.inbox" : "org.example.rooms"
            _ = try old.recordOpening(of: id, isClaimed: true, patience: .seconds(10))
        }
        try new.register(try group.app("inbox"), moving: true)
        let openings = try old.openings()
        #expect(openings.count == 66)
        #expect(try kept(old)?.bytes == learned(openings))
    }

    @Test("Openings recorded while a model is prepared are learned, too", arguments: StorageKind.library)
    func learnsWhatComesIn(kind: StorageKind) throws {
        let registry = try registry(kind, openings: 100)
        let prepared = PreparedModel(try registry.openings().filter { $0.app != Self.ids[1] })
        for number in 0..<20 { try open(number * 5, in: registry) }
        let isKept = try registry.storage.write { writer in
            try writer.removeOpenings(of: Self.ids[1])
            return try prepared.keep(writer)
        }
        #expect(isKept)
        #expect(try kept(registry)?.opening == 120)
        #expect(try kept(registry)?.bytes == learned(try registry.openings()))
    }

    @Test("A prepared model that has learned a deleted opening is not kept", arguments: StorageKind.library)
    func forgetsWhatIsDeleted(kind: StorageKind) throws {
        let registry = try registry(kind, openings: 100)
        let prepared = PreparedModel(try registry.openings())
        let isKept = try registry.storage.write { writer in
            try writer.removeOpenings(of: Self.ids[1])
            return try prepared.keep(writer)
        }
        #expect(!isKept)
        #expect(try kept(registry) == nil)
    }

    @Test(
        "If the model of a long history is lost, each writer learns only a part of it", arguments: StorageKind.library)
    func learnsInParts(kind: StorageKind) throws {
        let registry = try registry(kind, openings: 0)
        try registry.storage.write { writer in
            for second in 0..<5000 as Range<Int64> {
                _ = try writer.appendOpening(
                    of: Self.ids[Int(second * second % 5 % 3)], at: Timestamp(seconds: second * 40), utcOffset: 0,
                    isClaimed: true)
            }
        }
        clock.advance(milliseconds: 500_000_000)
        var last = AppOpening.Number.none
        for number in 0..<100 {
            try open(number, in: registry)
            let state = try kept(registry)?.opening ?? .none
            #expect(last.distance(to: state) <= 1024)
            last = state
        }
        #expect(last.distance(to: try registry.storage.read { try $0.lastOpening() }) <= 16)
        let state = try #require(try kept(registry))
        #expect(state.bytes == learned(try registry.openings().filter { $0.number <= state.opening }))
    }

    @Test("A repaired registry has a model of the openings that were saved")
    func learnsAfterARepair() async throws {
        let registry = group.registry
        try registry.register(try group.app("inbox"))
        for _ in 0..<60 {
            _ = try registry.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .seconds(10))
        }
        _ = try await Sqlite3.query("PRAGMA wal_checkpoint(TRUNCATE)")
        let bytes = try BytesOnDisk.read(group.database)
        try BytesOnDisk.write(bytes.dropLast(1), to: group.database)
        #expect(try !registry.repair().wasSound)
        let openings = try registry.openings()
        #expect(!openings.isEmpty)
        #expect(try kept(registry)?.bytes == learned(openings))
    }
}
