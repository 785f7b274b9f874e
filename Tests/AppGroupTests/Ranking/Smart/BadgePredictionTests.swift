import AppGroupPlatform
import TestSupport
import Testing

@testable import AppGroup

@Suite("Predictions from badges")
struct BadgePredictionTests {
    static let apps: Range<UInt64> = 0..<8

    static func item(_ number: UInt64) -> Predictor.Item { Predictor.Item(value: number) }

    /// A random history: apps are opened, badges rise, and some badges are cleared.
    private func predictor(_ source: inout RandomSource, events: Int = 300) -> (Predictor, second: Int64) {
        var predictor = Predictor()
        var second: Int64 = 1_700_000_000
        for _ in 0..<events {
            second += source.pick([0, 3, 20, 200, 2000, 30_000])
            let item = Self.item(.random(in: Self.apps, using: &source))
            switch source.pick([0, 0, 0, 1, 1, 2]) {
            case 0: predictor.learn(item, at: second)
            case 1: predictor.badgeRose(of: item, at: second)
            default: predictor.badgeCleared(of: item)
            }
        }
        for app in Self.apps { predictor.learn(Self.item(app), at: second) }
        return (predictor, second)
    }

    private func place(_ item: Predictor.Item, _ prediction: Predictor.Prediction) -> Int {
        let own = prediction.likelihood(of: item)
        return Self.apps.count { prediction.likelihood(of: Self.item($0)) > own }
    }

    private func needsYou(_ item: Predictor.Item, _ prediction: Predictor.Prediction) -> Double? {
        prediction.contributions(of: item).first { $0.part == .needsYou }?.value
    }

    @Test("A rise never lowers an app's place if everything else is equal", arguments: 1...4 as ClosedRange<UInt64>)
    func neverLowers(seed: UInt64) {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            var (predictor, second) = predictor(&source)
            for _ in 0..<40 {
                let item = Self.item(.random(in: Self.apps, using: &source))
                let now = second + source.pick([0, 10, 100, 1000, 10_000, 100_000])
                let before = predictor.prediction(at: now)
                // By the clock of this device or of another one.
                predictor.badgeRose(of: item, at: now + source.pick([0, 0, -2, -700, 900, -1_000_000]))
                let after = predictor.prediction(at: now)
                #expect(place(item, after) <= place(item, before), "seed \(seed)")
                #expect(after.likelihood(of: item) >= before.likelihood(of: item) - 1e-12, "seed \(seed)")
            }
        }
    }

    @Test("Something that arrived speaks for its app until the app is opened or the badge cleared")
    func speaks() throws {
        var source = RandomSource(seed: 1)
        var (predictor, second) = predictor(&source)
        let (mail, news) = (Self.item(1), Self.item(2))
        let before = predictor.prediction(at: second + 600)
        predictor.badgeRose(of: mail, at: second + 599)
        let after = predictor.prediction(at: second + 600)
        #expect(after.likelihood(of: mail) > before.likelihood(of: mail))
        #expect(try #require(needsYou(mail, after)) > 0 && needsYou(news, after) == 0)
        #expect(predictor.prediction(at: second + 600, unbadged: [mail]).likelihoods == before.likelihoods)
        var cleared = predictor
        cleared.badgeCleared(of: mail)
        #expect(cleared.prediction(at: second + 600).likelihoods == before.likelihoods)
        predictor.learn(mail, at: second + 600)
        #expect(needsYou(mail, predictor.prediction(at: second + 1200)) == 0)
    }

    @Test(
        "An app that the user opens for its badge gains influence, and one that is never opened for it loses it",
        arguments: [20, 400, 3000, 20_000] as [Int64])
    func learnsWhatBadgesMean(age: Int64) throws {
        var predictor = Predictor()
        let (mail, noise) = (Self.item(1), Self.item(2))
        var source = RandomSource(seed: 6)
        var second: Int64 = 1_700_000_000
        for app in Self.apps { predictor.learn(Self.item(app), at: second) }
        predictor.badgeRose(of: noise, at: second + 880)
        let atFirst = try #require(needsYou(noise, predictor.prediction(at: second + 880 + age)))
        for turn in 0..<400 {
            second += 880 + age
            predictor.badgeRose(of: noise, at: second - age)
            let answers = turn % 4 == 0
            if answers { predictor.badgeRose(of: mail, at: second - age) }
            predictor.learn(answers ? mail : Self.item(source.pick([3, 4, 5, 6])), at: second)
        }
        for item in [mail, noise] { predictor.badgeRose(of: item, at: second + 880) }
        let prediction = predictor.prediction(at: second + 880 + age)
        let (answered, ignored) = (try #require(needsYou(mail, prediction)), try #require(needsYou(noise, prediction)))
        #expect(answered > atFirst && ignored < 0.5 * atFirst)
        #expect(place(mail, prediction) == 0)
    }

    @Test("A badge that is never cleared or answered loses its influence")
    func ignoresWhatIsAlwaysThere() throws {
        var predictor = Predictor()
        var source = RandomSource(seed: 9)
        var second: Int64 = 1_700_000_000
        for app in Self.apps { predictor.learn(Self.item(app), at: second) }
        let noise = Self.item(2)
        predictor.badgeRose(of: noise, at: second)
        let atFirst = try #require(needsYou(noise, predictor.prediction(at: second + 50_000)))
        for _ in 0..<300 {
            second += 900
            predictor.learn(Self.item(source.pick([3, 4, 5, 6])), at: second)
        }
        #expect(try #require(needsYou(noise, predictor.prediction(at: second + 900))) < 0.5 * atFirst)
    }

    @Test("Badges may rise by a clock that goes back, stands still, or leaps", arguments: 1...4 as ClosedRange<UInt64>)
    func takesAnyClock(seed: UInt64) {
        var source = RandomSource(seed: seed)
        var predictor = Predictor()
        for _ in 0..<400 {
            let item = Self.item(.random(in: Self.apps, using: &source))
            let second = source.pick([.min, .max, 0, -1, Int64.random(in: .min ... .max, using: &source)])
            if source.isOnce(in: 2) {
                predictor.badgeRose(of: item, at: second)
            } else {
                predictor.learn(item, at: second)
                let prediction = predictor.prediction(at: source.pick([second, .min, .max]))
                #expect(abs(prediction.likelihoods.reduce(0, +) - 1) < 1e-9)
            }
        }
    }

    @Test("A badge that rose by a clock ahead of this one counts like one that rose just now")
    func takesClocksAhead() {
        var source = RandomSource(seed: 2)
        let (before, second) = predictor(&source)
        var (ahead, now) = (before, before)
        ahead.badgeRose(of: Self.item(3), at: second + 5000)
        now.badgeRose(of: Self.item(3), at: second + 60)
        #expect(ahead.prediction(at: second + 60).likelihoods == now.prediction(at: second + 60).likelihoods)
    }

    @Test("What was learned of badges is kept", arguments: 1...4 as ClosedRange<UInt64>)
    func isKept(seed: UInt64) throws {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            var (predictor, second) = predictor(&source)
            for app in Self.apps where app % 2 == 0 { predictor.badgeRose(of: Self.item(app), at: second + 30) }
            let read = try #require(Predictor(stored: predictor.stored), "seed \(seed)")
            #expect(read.stored == predictor.stored, "seed \(seed)")
            let (left, right) = (predictor.prediction(at: second + 60), read.prediction(at: second + 60))
            #expect(left.likelihoods == right.likelihoods, "seed \(seed)")
        }
    }

    @Test("The state of a model that knew no badges can be read")
    func readsOlderStates() throws {
        var predictor = Predictor()
        for turn in 0..<400 as Range<Int64> { predictor.learn(Self.item(UInt64(turn * turn % 7)), at: turn * 100) }
        let apps = predictor.habits.count
        // The mixture, then what waits, the answers, the weights of badges and those of frequency.
        let added =
            8 + apps * 16 + (apps * 4 + 16) * Badges.classes + 8 * 4 * Mixer.badgeWeightCount + 8 * Mixer.rows
        var older = Array(predictor.stored.dropLast(4 + added))
        let sum = CRC32.checksum(older[...])
        older += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
        #expect(Predictor(stored: older) == nil)
        let read = try #require(Predictor(stored: older, format: 1))
        let (left, right) = (predictor.prediction(at: 50_000), read.prediction(at: 50_000))
        for (one, other) in zip(left.likelihoods, right.likelihoods) { #expect(abs(one - other) < 1e-6) }
    }
}
