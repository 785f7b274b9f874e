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
        #expect(try #require(needsYou(mail, predictor.prediction(at: second + 1200))) <= 0)
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

    /// The user opens an app every quarter of an hour, but never the one with the badge.
    ///
    /// - Parameter rise: How long before each opening the badge rises; `nil` if it rose once, before all of them.
    private func ignoring(_ noise: Predictor.Item, rise: Int64?, turns: Int) -> (Predictor, second: Int64) {
        var predictor = Predictor()
        var source = RandomSource(seed: 9)
        var second: Int64 = 1_700_000_000
        for app in Self.apps { predictor.learn(Self.item(app), at: second) }
        predictor.badgeRose(of: noise, at: second)
        for _ in 0..<turns {
            second += 900
            if let rise { predictor.badgeRose(of: noise, at: second - rise) }
            predictor.learn(Self.item(source.pick([3, 4, 5, 6])), at: second)
        }
        return (predictor, second)
    }

    @Test(
        "A badge that always waits and is never answered loses its influence at every age",
        arguments: [1, 20, 100, 121, 300, 800, nil] as [Int64?])
    func ignoresWhatIsAlwaysThere(rise: Int64?) throws {
        let noise = Self.item(2)
        func influence(after turns: Int) throws -> Double {
            var (predictor, second) = ignoring(noise, rise: rise, turns: turns)
            if let rise { predictor.badgeRose(of: noise, at: second + 900 - rise) }
            return try #require(needsYou(noise, predictor.prediction(at: second + 900)))
        }
        let (atFirst, atLast) = (try influence(after: 0), try influence(after: 400))
        #expect(atFirst > 0.05 && atLast < 0.1 * atFirst && atLast < 0.15, "\(atFirst) \(atLast)")
    }

    @Test("An app that is opened only if something arrived falls while nothing waits there")
    func fallsWhileNothingWaits() throws {
        var predictor = Predictor()
        let (mail, notes) = (Self.item(1), Self.item(2))
        var second: Int64 = 1_700_000_000
        for app in Self.apps { predictor.learn(Self.item(app), at: second) }
        var source = RandomSource(seed: 4)
        for _ in 0..<600 {
            second += 900
            let isMail = source.isOnce(in: 4)
            if isMail { predictor.badgeRose(of: mail, at: second - 200) }
            // Notes are opened without regard to their badge.
            if source.isOnce(in: 8) { predictor.badgeRose(of: notes, at: second - 200) }
            predictor.learn(isMail ? mail : source.pick([notes, Self.item(3), Self.item(4)]), at: second)
        }
        let quiet = predictor.prediction(at: second + 900)
        #expect(try #require(needsYou(mail, quiet)) < -0.5)
        #expect(try #require(needsYou(notes, quiet)) > -0.2)
        // No badge ever rose there.
        #expect(needsYou(Self.item(3), quiet) == 0)
        predictor.badgeRose(of: mail, at: second + 700)
        let risen = predictor.prediction(at: second + 900)
        #expect(place(mail, risen) < place(mail, quiet))
        // As if the badge had not risen.
        #expect(predictor.prediction(at: second + 900, unbadged: [mail]).likelihoods == quiet.likelihoods)
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

    @Test("The predictor keeps what it learned from badges", arguments: 1...4 as ClosedRange<UInt64>)
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

    @Test("The state of release 0.1.0 can be read, and what its model did not know is learned")
    func readsOlderState() throws {
        var predictor = Predictor()
        for turn in 0..<400 as Range<Int64> { predictor.learn(Self.item(UInt64(turn * turn % 7)), at: turn * 100) }
        let older = predictor.storedInFormat3
        #expect(Predictor(stored: older) == nil)
        var read = try #require(Predictor(stored: older, format: 3))
        let (left, right) = (predictor.prediction(at: 50_000), read.prediction(at: 50_000))
        for (one, other) in zip(left.likelihoods, right.likelihoods) { #expect(abs(one - other) < 1e-6) }
        read.badgeRose(of: Self.item(1), at: 50_000)
        for turn in 0..<20 as Range<Int64> { read.learn(Self.item(UInt64(turn % 3)), at: 50_000 + turn * 100) }
        #expect(Predictor(stored: read.stored)?.stored == read.stored)
    }
}

extension Predictor {
    /// The state as release 0.1.0 would have stored it: without what is opened while nothing waits, and the weights of that.
    var storedInFormat3: [UInt8] {
        var state = Array(stored.dropLast(4 + habits.count * 16 + 8 * Mixer.rows))
        let sum = CRC32.checksum(state[...])
        state += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
        return state
    }
}
