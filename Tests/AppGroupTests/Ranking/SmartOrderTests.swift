import TestSupport
import Testing

@testable import AppGroup

@Suite("The order smart", .ownGroup)
struct SmartOrderTests {
    static let ids: [AppID] = [
        "org.example.a", "org.example.B", "org.example.c", "org.example.d", "org.example.e", "org.example.never",
    ]
    let group = TestGroup.current
    let clock = TestClock()

    /// A family with some apps, in a storage of its own.
    private func family(_ kind: StorageKind) throws -> Registry {
        let storage = try kind.make()
        try storage.write { writer in
            for id in Self.ids {
                try writer.save(
                    AppRecord(
                        id: id, name: try AppName("\(id)"), launch: .terminal("/bin/sh"),
                        registered: Timestamp(seconds: 0)))
            }
        }
        return registry(storage)
    }

    private func registry(_ storage: any RegistryStorage) -> Registry {
        let clock = clock
        return Registry(group: group.id, storage: storage, container: nil, environment: group.environment) { clock.now }
    }

    private func open(_ id: AppID, in family: Registry) throws -> Registry.RecordedOpening? {
        try family.recordOpening(of: id, isClaimed: false, patience: .seconds(10))
    }

    /// What a model says that learns the kept openings in one go.
    private func expected(of family: Registry, without current: AppID? = nil) throws -> [AppID: Double] {
        var predictor = Predictor()
        for opening in try family.openings() { predictor.learn(Predictor.Item(opening.app), at: opening.localSeconds) }
        let prediction = predictor.prediction(
            at: clock.now.seconds + Clock.utcOffset(at: clock.now), excluding: current.map { Predictor.Item($0) })
        return Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, prediction.likelihood(of: Predictor.Item($0))) })
    }

    private func likelihoods(_ apps: [FamilyApp]) -> [AppID: Double] {
        Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0.likelihood ?? -1) })
    }

    private func check(_ family: Registry, _ comment: Comment) throws {
        let apps = try family.apps(order: .smart, including: .all)
        let all = try expected(of: family)
        #expect(likelihoods(apps) == all, comment)
        // The last opened first among equals, then by name.
        let order = apps.sorted { left, right in
            let (one, other) = (all[left.id] ?? 0, all[right.id] ?? 0)
            if one != other { return one > other }
            if left.usage.lastOpening != right.usage.lastOpening {
                return left.usage.lastOpening > right.usage.lastOpening
            }
            return left.id < right.id
        }
        #expect(apps.map(\.id) == order.map(\.id), comment)
        #expect(apps.last?.likelihood == 0, comment)
        let current = apps.max { $0.usage.lastOpening < $1.usage.lastOpening }.flatMap { app in
            app.usage.lastOpening > 0 ? app.id : nil
        }
        let others = try family.apps(order: .smart, including: .all, excludingCurrent: true)
        var rest = try expected(of: family, without: current)
        if let current { rest[current] = nil }
        #expect(likelihoods(others) == rest, comment)
    }

    @Test(
        "is the same for a history in one go and in pieces, through resets, starts that failed and processes that ended",
        arguments: StorageKind.allCases, 1...3 as ClosedRange<UInt64>)
    func isTheSameInPieces(kind: StorageKind, seed: UInt64) throws {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            var family = try family(kind)
            try family.resetHistory()
            for step in 0..<300 {
                clock.advance(milliseconds: source.pick([900, 70_000, 8_000_000]))
                let id = source.pick(Self.ids.dropLast())
                switch Int.random(in: 0..<60, using: &source) {
                case 0: try family.resetHistory(of: id)
                case 1 where source.isOnce(in: 4): try family.resetHistory()
                case 2, 3: if let opening = try open(id, in: family) { try family.takeBack(opening, patience: .zero) }
                case 4:
                    let opening = try open(id, in: family)
                    for _ in 0..<Int.random(in: 1...70, using: &source) {
                        _ = try open(source.pick(Self.ids.dropLast()), in: family)
                    }
                    if let opening { try family.takeBack(opening, patience: .zero) }
                case 5: if kind == .sqlite { family = registry(try kind.make()) }
                case 6: try family.storage.write { try $0.removeOpening(Int64.random(in: 0...200, using: &source)) }
                default: _ = try open(id, in: family)
                }
                if step % 10 == 9 || source.isOnce(in: 10) { try check(family, "seed \(seed), step \(step)") }
            }
        }
    }

    @Test("keeps a state that lags by less than 16 openings", arguments: StorageKind.allCases)
    func lags(kind: StorageKind) throws {
        let family = try family(kind)
        for number in 1...100 as ClosedRange<Int64> {
            _ = try open(Self.ids[Int(number) % 4], in: family)
            let kept = try family.storage.read { try $0.modelState(format: Predictor.format) }
            #expect(number - (kept?.opening ?? 0) <= 16)
            // Never the opening itself, which may be taken back.
            #expect(kept?.opening ?? 0 < number)
            #expect(kept?.bytes.count ?? 0 <= ModelState.largestSize)
        }
    }

    @Test("learns nothing where recording is off", arguments: StorageKind.allCases)
    func keepsNothing(kind: StorageKind) throws {
        let family = try family(kind)
        try family.setRecordsUse(false)
        for _ in 0..<100 { _ = try open(Self.ids[0], in: family) }
        #expect(try family.storage.read { try $0.modelState(format: Predictor.format) } == nil)
        #expect(try family.apps(order: .smart, including: .all).allSatisfy { $0.likelihood == 0 })
    }

    @Test(
        "counts a state as none that does not fit the openings, and keeps a new one with the next opening",
        arguments: StorageKind.allCases,
        [
            ModelState(format: Predictor.format, opening: 101, bytes: Predictor().stored),
            ModelState(format: Predictor.format, opening: -5, bytes: Predictor().stored),
            ModelState(format: Predictor.format + 1, opening: 100, bytes: Predictor().stored),
            ModelState(format: Predictor.format, opening: 60, bytes: []),
            ModelState(format: Predictor.format, opening: 60, bytes: Array(Predictor().stored.dropLast())),
            ModelState(format: Predictor.format, opening: 60, bytes: [UInt8](repeating: 0, count: 200_000)),
        ])
    func ignores(kind: StorageKind, state: ModelState) throws {
        let family = try family(kind)
        for number in 0..<100 { _ = try open(Self.ids[number % 3], in: family) }
        try family.storage.write { try $0.setModelState(state) }
        try check(family, "\(state.opening)")
        _ = try open(Self.ids[0], in: family)
        let kept = try family.storage.read { try $0.modelState(format: Predictor.format) }
        #expect(kept?.opening == 100 && kept.flatMap { Predictor(stored: $0.bytes) } != nil)
        try check(family, "\(state.opening)")
    }

    @Test("starts afresh where openings that it did not learn are gone")
    func hasNoHole() throws {
        let family = try family(.inMemory)
        try family.storage.write { writer in
            for number in 0..<20_101 as Range<Int64> {
                if number == 100 {
                    try writer.setModelState(
                        ModelState(format: Predictor.format, opening: 100, bytes: Predictor().stored))
                }
                _ = try writer.appendOpening(
                    of: Self.ids[Int(number) % 3], at: Timestamp(seconds: number), utcOffset: 0, isClaimed: true)
            }
        }
        #expect(try family.storage.read { try FamilyModel(kept: $0).opening } == 0)
        #expect(try family.storage.read { try FamilyModel(soonCurrent: $0) } == nil)
        #expect(try family.apps().allSatisfy { $0.likelihood == nil })
    }

    @Test("may be wrong and nothing else where the kept state is noise", arguments: 1...3 as ClosedRange<UInt64>)
    func survivesNoise(seed: UInt64) throws {
        let family = try family(.inMemory)
        for number in 0..<150 { _ = try open(Self.ids[number * number % 5], in: family) }
        let sound = try #require(try family.storage.read { try $0.modelState(format: Predictor.format) })
        let before = try family.apps(order: .name, including: .all)
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            for _ in 0..<100 {
                var state = sound
                if source.isOnce(in: 8) { state.bytes = source.bytes(Int.random(in: 0...300, using: &source)) }
                for _ in 0..<Int.random(in: 1...4, using: &source) where !state.bytes.isEmpty {
                    let place = Int.random(in: 0..<state.bytes.count, using: &source)
                    state.bytes[place] = source.pick([0, 1, 0x7F, 0xFF, .random(in: 0...255, using: &source)])
                }
                if source.isOnce(in: 5) { state.bytes.removeLast(.random(in: 0...state.bytes.count, using: &source)) }
                try family.storage.write { try $0.setModelState(state) }
                let apps = try family.apps(order: .smart, including: .all)
                #expect(apps.allSatisfy { (0...1).contains($0.likelihood ?? -1) }, "seed \(seed)")
                #expect(apps.reduce(0) { $0 + ($1.likelihood ?? 0) } < 1 + 1e-6, "seed \(seed)")
                #expect(try family.apps(order: .name, including: .all) == before, "seed \(seed)")
                _ = try family.apps()
            }
        }
    }

    @Test("is what a list is in that names none, as soon as it leads", arguments: 1...4 as ClosedRange<UInt64>)
    func isPreferred(seed: UInt64) throws {
        var source = RandomSource(seed: seed)
        let family = try family(.inMemory)
        #expect(AppOrder.preferred(for: []) == .frecency)
        for number in 0..<200 {
            clock.advance(milliseconds: 60_000)
            _ = try open(source.isOnce(in: 3) ? source.pick(Self.ids.dropLast()) : Self.ids[number % 3], in: family)
            let leads = try family.storage.read { try FamilyModel(current: $0).predictor.leadsFrecency }
            let apps = try family.apps(including: .all)
            #expect(apps.allSatisfy { ($0.likelihood != nil) == leads })
            #expect(apps.map(\.id) == (try family.apps(order: leads ? .smart : .frecency, including: .all)).map(\.id))
            #expect(AppOrder.preferred(for: apps) == (leads ? .smart : .frecency))
        }
    }
}
