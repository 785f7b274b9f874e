import AppGroupPlatform
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

    /// A group with some apps, in a storage of its own.
    private func registry(_ kind: StorageKind) throws -> Registry {
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
        return Registry(group: group.id, backing: .custom(storage), environment: group.environment) { clock.now }
    }

    private func open(_ id: AppID, in registry: Registry) throws -> Registry.RecordedOpening? {
        try registry.recordOpening(of: id, isClaimed: false, patience: .seconds(10))
    }

    /// What a model says that learns the kept openings in one go.
    private func expected(of registry: Registry, without current: AppID? = nil) throws -> [AppID: Double] {
        var predictor = Predictor()
        for opening in try registry.openings() {
            predictor.learn(Predictor.Item(opening.app), at: opening.moment.seconds, utcOffset: opening.utcOffset)
        }
        let prediction = predictor.prediction(
            at: clock.now.seconds, utcOffset: SystemClock.utcOffset(at: clock.now),
            excluding: current.map { Predictor.Item($0) })
        return Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, prediction.likelihood(of: Predictor.Item($0))) })
    }

    private func likelihoods(_ apps: [AppEntry]) -> [AppID: Double] {
        Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0.likelihood ?? -1) })
    }

    private func check(_ registry: Registry, _ comment: Comment) throws {
        let apps = try registry.apps(order: .smart, including: .all)
        let all = try expected(of: registry)
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
        let others = try registry.apps(order: .smart, including: .all, excludingCurrent: true)
        var rest = try expected(of: registry, without: current)
        if let current { rest[current] = nil }
        #expect(likelihoods(others) == rest, comment)
    }

    @Test(
        "The order is the same for a history in one go and in pieces, across resets, failed starts and ended processes",
        arguments: StorageKind.library, 1...3 as ClosedRange<UInt64>)
    func isTheSameInPieces(kind: StorageKind, seed: UInt64) throws {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            var registry = try registry(kind)
            try registry.resetHistory()
            for step in 0..<300 {
                clock.advance(milliseconds: source.pick([900, 70_000, 8_000_000]))
                let id = source.pick(Self.ids.dropLast())
                switch Int.random(in: 0..<60, using: &source) {
                case 0: try registry.resetHistory(of: id)
                case 1 where source.isOnce(in: 4): try registry.resetHistory()
                case 2, 3:
                    if let opening = try open(id, in: registry) { try registry.takeBack(opening, patience: .zero) }
                case 4:
                    let opening = try open(id, in: registry)
                    for _ in 0..<Int.random(in: 1...70, using: &source) {
                        _ = try open(source.pick(Self.ids.dropLast()), in: registry)
                    }
                    if let opening { try registry.takeBack(opening, patience: .zero) }
                case 5: if kind == .sqlite { registry = self.registry(try kind.make()) }
                case 6:
                    try registry.storage.write {
                        try $0.removeOpening(.init(clamping: Int64.random(in: 0...200, using: &source)))
                    }
                default: _ = try open(id, in: registry)
                }
                if step % 30 == 29 || source.isOnce(in: 30) { try check(registry, "seed \(seed), step \(step)") }
            }
        }
    }

    @Test("The kept state lags by at most eight openings", arguments: StorageKind.library)
    func lags(kind: StorageKind) throws {
        let registry = try registry(kind)
        for number in 1...100 as ClosedRange<AppOpening.Number> {
            _ = try open(Self.ids[Int(number.value) % 4], in: registry)
            let kept = try registry.storage.read { try $0.modelState(format: Predictor.format) }
            #expect((kept?.opening ?? .none).distance(to: number) <= 8)
            // Never the opening itself, which may be taken back.
            #expect(kept?.opening ?? .none < number)
            #expect(kept?.bytes.count ?? 0 <= ModelState.largestSize)
        }
    }

    @Test("Nothing is learned while recording is off", arguments: StorageKind.library)
    func keepsNothing(kind: StorageKind) throws {
        let registry = try registry(kind)
        try registry.setRecordsUse(false)
        for _ in 0..<100 { _ = try open(Self.ids[0], in: registry) }
        #expect(try registry.storage.read { try $0.modelState(format: Predictor.format) } == nil)
        #expect(try registry.apps(order: .smart, including: .all).allSatisfy { $0.likelihood == 0 })
    }

    @Test(
        "A state that does not fit the openings is ignored, and the next opening keeps a new one",
        arguments: StorageKind.library,
        [
            ModelState(format: Predictor.format, opening: 101, bytes: Predictor().stored),
            ModelState(format: Predictor.format, opening: -5, bytes: Predictor().stored),
            ModelState(format: Predictor.format + 1, opening: 100, bytes: Predictor().stored),
            ModelState(format: Predictor.format, opening: 60, bytes: []),
            ModelState(format: Predictor.format, opening: 60, bytes: Array(Predictor().stored.dropLast())),
            ModelState(format: Predictor.format, opening: 60, bytes: [UInt8](repeating: 0, count: 200_000)),
        ])
    func ignores(kind: StorageKind, state: ModelState) throws {
        let registry = try registry(kind)
        for number in 0..<100 { _ = try open(Self.ids[number % 3], in: registry) }
        try registry.storage.write { try $0.setModelState(state) }
        try check(registry, "\(state.opening)")
        _ = try open(Self.ids[0], in: registry)
        let kept = try registry.storage.read { try $0.modelState(format: Predictor.format) }
        #expect(kept?.opening == 100 && kept.flatMap { Predictor(stored: $0.bytes) } != nil)
        try check(registry, "\(state.opening)")
    }

    @Test("The model starts from scratch if openings that it did not learn are gone")
    func hasNoHole() throws {
        let registry = try registry(.inMemory)
        try registry.storage.write { writer in
            for number in 0..<20_101 as Range<Int64> {
                if number == 100 {
                    try writer.setModelState(
                        ModelState(format: Predictor.format, opening: 100, bytes: Predictor().stored))
                }
                _ = try writer.appendOpening(
                    of: Self.ids[Int(number) % 3], at: Timestamp(seconds: number), utcOffset: 0, isClaimed: true)
            }
        }
        #expect(try registry.storage.read { try GroupModel(kept: $0).opening } == 0)
        #expect(try registry.storage.read { try GroupModel(soonCurrent: $0) } == nil)
        #expect(try registry.apps().allSatisfy { $0.likelihood == nil })
    }

    @Test("A kept state of noise makes the order wrong and does no other harm", arguments: 1...3 as ClosedRange<UInt64>)
    func survivesNoise(seed: UInt64) throws {
        let registry = try registry(.inMemory)
        for number in 0..<150 { _ = try open(Self.ids[number * number % 5], in: registry) }
        let sound = try #require(try registry.storage.read { try $0.modelState(format: Predictor.format) })
        let before = try registry.apps(order: .name, including: .all)
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
                try registry.storage.write { try $0.setModelState(state) }
                let apps = try registry.apps(order: .smart, including: .all)
                #expect(apps.allSatisfy { (0...1).contains($0.likelihood ?? -1) }, "seed \(seed)")
                #expect(apps.reduce(0) { $0 + ($1.likelihood ?? 0) } < 1 + 1e-6, "seed \(seed)")
                #expect(try registry.apps(order: .name, including: .all) == before, "seed \(seed)")
                _ = try registry.apps()
            }
        }
    }

    @Test("The evidence for one app is that of the list, even if its badge was cleared without a note")
    func evidenceOfOne() throws {
        let registry = try registry(.inMemory)
        for number in 0..<30 {
            clock.advance(milliseconds: 60_000)
            _ = try open(Self.ids[number % 3], in: registry)
        }
        try registry.setBadge(3, of: Self.ids[1])
        let isWaiting = try registry.evidence(for: Self.ids[1])
        try registry.storage.write { writer in
            var app = try #require(try writer.app(Self.ids[1]))
            app.badge = .zero
            try writer.save(app)
        }
        let listed = try registry.listing(order: .smart, including: .all, explaining: true).apps
            .first { $0.id == Self.ids[1] }
        let evidence = try registry.evidence(for: Self.ids[1])
        #expect(evidence == listed?.contributions && evidence != isWaiting)
    }

    @Test("A state of a format that no release wrote is learned again")
    func relearns() throws {
        let registry = try registry(.inMemory)
        for number in 0..<100 { _ = try open(Self.ids[number % 3], in: registry) }
        try registry.storage.write {
            try $0.setModelState(ModelState(format: 4, opening: 100, bytes: Predictor().stored))
        }
        try check(registry, "The state in format 4 knows nothing.")
    }

    @Test("A kept state with local seconds gives the same order as one that is learned from the openings")
    func readsLocalSeconds() throws {
        let offset: Int64 = 9 * 3600
        let registry = try registry(.inMemory)
        var local = Predictor()
        try registry.storage.write { writer in
            for number in 0..<60 as Range<Int64> {
                let (id, moment) = (
                    Self.ids[Int(number * number % 4)], Timestamp(seconds: 1_800_000_000 + number * 700)
                )
                _ = try writer.appendOpening(of: id, at: moment, utcOffset: offset, isClaimed: true)
                local.learn(Predictor.Item(id), at: moment.seconds + offset)
            }
        }
        func predictions() throws -> [AppID: Double] {
            let prediction = try registry.storage.read { try GroupModel(current: $0).predictor }
                .prediction(at: 1_800_043_000, utcOffset: offset)
            return Dictionary(
                uniqueKeysWithValues: Self.ids.map { ($0, prediction.likelihood(of: Predictor.Item($0))) })
        }
        let learned = try predictions()
        try registry.storage.write {
            try $0.setModelState(ModelState(format: 3, opening: 60, bytes: local.storedInFormat3))
        }
        #expect(try predictions() == learned)
    }

    @Test("A list without a given order uses smart as soon as that leads", arguments: 1...4 as ClosedRange<UInt64>)
    func isPreferred(seed: UInt64) throws {
        var source = RandomSource(seed: seed)
        let registry = try registry(.inMemory)
        #expect(AppOrder.preferred(for: []) == .frecency)
        for number in 0..<200 {
            clock.advance(milliseconds: 60_000)
            _ = try open(source.isOnce(in: 3) ? source.pick(Self.ids.dropLast()) : Self.ids[number % 3], in: registry)
            let leads = try registry.storage.read { try GroupModel(current: $0).predictor.leadsFrecency }
            let apps = try registry.apps(including: .all)
            #expect(apps.allSatisfy { ($0.likelihood != nil) == leads })
            #expect(apps.map(\.id) == (try registry.apps(order: leads ? .smart : .frecency, including: .all)).map(\.id))
            #expect(AppOrder.preferred(for: apps) == (leads ? .smart : .frecency))
        }
    }
}
