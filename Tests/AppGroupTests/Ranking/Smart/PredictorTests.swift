import TestSupport
import Testing

@testable import AppGroup

@Suite("The predictor")
struct PredictorTests {
    static let (mail, news, music, maps) = (item(1), item(2), item(3), item(4))

    static func item(_ number: UInt64) -> Predictor.Item { Predictor.Item(value: number) }

    /// A predictor that has learned these openings.
    private func predictor(_ openings: [(Predictor.Item, Int64)]) -> Predictor {
        var predictor = Predictor()
        for (item, second) in openings { predictor.learn(item, at: second) }
        return predictor
    }

    /// Openings one after the other, this many seconds apart.
    private func steady(_ items: [Predictor.Item], every seconds: Int64 = 30) -> [(Predictor.Item, Int64)] {
        items.enumerated().map { ($1, Int64($0) * seconds) }
    }

    @Test("A new predictor knows no app")
    func knowsNobody() {
        let prediction = Predictor().prediction(at: 0)
        #expect(prediction.likelihood(of: Self.mail) == 0)
        #expect(prediction.contributions(of: Self.mail) == [])
        #expect(!Predictor().leadsFrecency)
    }

    @Test("Likelihoods sum to 1, and an app that is unknown or excluded has 0")
    func sumsToOne() {
        let predictor = predictor(steady([Self.mail, Self.news, Self.mail, Self.music, Self.news]))
        for excluded in [nil, Self.news, Self.maps] {
            let prediction = predictor.prediction(at: 200, excluding: excluded)
            let all = [Self.mail, Self.news, Self.music, Self.maps].map(prediction.likelihood)
            #expect(abs(all.reduce(0, +) - 1) < 1e-12)
            #expect(all[3] == 0 && all.allSatisfy { (0...1).contains($0) })
            if excluded == Self.news {
                #expect(all[1] == 0 && prediction.contributions(of: Self.news) == [])
            } else {
                #expect(all[1] > 0)
            }
        }
    }

    @Test("The only app has the likelihood 0 if it is excluded")
    func excludesTheOnlyOne() {
        let prediction = predictor([(Self.mail, 0)]).prediction(at: 10, excluding: Self.mail)
        #expect(prediction.likelihood(of: Self.mail) == 0)
    }

    @Test("The predictor learns which app follows which")
    func learnsSuccessors() {
        let tune = [Self.mail, Self.news, Self.mail, Self.music]
        let predictor = predictor(steady((0..<80).map { tune[$0 % 4] } + [Self.mail, Self.news, Self.mail]))
        let prediction = predictor.prediction(at: 83 * 30)
        #expect(prediction.likelihood(of: Self.music) > 0.8)
        let sequence = prediction.contributions(of: Self.music).first { $0.part == .sequence }
        #expect((sequence?.value ?? 0) > 0.5)
    }

    @Test("The predictor learns the time of day")
    func learnsHours() {
        // Mail at eight in the morning, music at eight in the evening, and both in turn, so that no order tells them apart.
        let days = (0..<60 as Range<Int64>).flatMap { day -> [(Predictor.Item, Int64)] in
            let (morning, evening) = (day * 86_400 + 8 * 3600, day * 86_400 + 20 * 3600)
            return [
                (Self.mail, morning), (Self.mail, morning + 4000), (Self.music, evening), (Self.music, evening + 4000),
            ]
        }
        let predictor = predictor(days)
        func hour(_ item: Predictor.Item, at second: Int64) -> Double {
            predictor.prediction(at: second).contributions(of: item).first { $0.part == .hour }?.value ?? 0
        }
        #expect(hour(Self.mail, at: 60 * 86_400 + 8 * 3600) > hour(Self.mail, at: 60 * 86_400 + 20 * 3600) + 0.5)
        #expect(hour(Self.music, at: 60 * 86_400 + 20 * 3600) > hour(Self.music, at: 60 * 86_400 + 8 * 3600) + 0.5)
    }

    @Test("A change of the local clock changes the time of day, and no gap between openings")
    func changesZone() {
        var source = RandomSource(seed: 6)
        var predictor = Predictor()
        var second = Int64(1_800_000_000)
        for _ in 0..<200 {
            second += source.pick([5, 90, 4000])
            predictor.learn(source.pick([Self.mail, Self.maps, Self.news]), at: second, utcOffset: 9 * 3600)
        }
        predictor.badgeRose(of: Self.maps, at: second + 1)
        func parts(_ utcOffset: Int64) -> [[String]] {
            let prediction = predictor.prediction(at: second + 3600, utcOffset: utcOffset)
            return [Self.mail, Self.maps, Self.news].map { item in
                prediction.contributions(of: item).filter { $0.part != .hour }.map { "\($0)" }
            }
        }
        #expect(parts(9 * 3600) == parts(-5 * 3600))
        // The same hours by a clock that was never changed.
        var other = Predictor()
        other.learn(Self.mail, at: 0, utcOffset: 9 * 3600)
        other.learn(Self.mail, at: 60, utcOffset: -5 * 3600)
        #expect(other.lastSecond == 60 && other.habits.map(\.lastSecond) == [60])
    }

    @Test("The predictor learns after how much time an app comes back")
    func learnsReturnTimes() {
        // Maps comes back every two hours; of the others one is opened every ten minutes.
        var (openings, second) = ([(Predictor.Item, Int64)](), Int64(0))
        var source = RandomSource(seed: 5)
        for turn in 0..<600 {
            openings.append((turn % 12 == 0 ? Self.maps : source.pick([Self.mail, Self.news, Self.music]), second))
            second += 600
        }
        func rhythm(_ second: Int64) -> Double {
            let contributions = predictor(openings).prediction(at: second).contributions(of: Self.maps)
            return contributions.first { $0.part == .rhythm }?.value ?? 0
        }
        let last = openings.last { $0.0 == Self.maps }?.1 ?? 0
        openings.removeAll { $0.1 > last }
        #expect(rhythm(last + 7200) > rhythm(last + 600))
    }

    @Test("The predictor leads frecency if openings follow a pattern that frecency cannot see")
    func leads() {
        let items = (1...8).map(Self.item)
        var predictor = Predictor()
        for turn in 0..<200 {
            predictor.learn(items[turn % 8], at: Int64(turn) * 60)
            if turn < 30 { #expect(!predictor.leadsFrecency) }
        }
        #expect(predictor.leadsFrecency)
    }

    @Test(
        "The predictor accepts a clock that goes back, stands still, or leaps", arguments: 1...4 as ClosedRange<UInt64>)
    func takesAnyClock(seed: UInt64) {
        var source = RandomSource(seed: seed)
        var predictor = Predictor()
        for _ in 0..<300 {
            let second = source.pick([.min, .max, 0, -1, Int64.random(in: .min ... .max, using: &source)])
            predictor.learn(Self.item(UInt64.random(in: 0..<9, using: &source)), at: second)
            let prediction = predictor.prediction(at: source.pick([second, .min, .max]))
            let sum = (0..<9).reduce(0) { $0 + prediction.likelihood(of: Self.item($1)) }
            #expect(abs(sum - 1) < 1e-9)
        }
    }

    @Test("The predictor forgets the least used app if there are more than it can know")
    func forgets() {
        var predictor = Predictor()
        for number in 0..<1000 {
            predictor.learn(Self.item(UInt64(number)), at: Int64(number) * 60)
            predictor.learn(Self.mail, at: Int64(number) * 60 + 30)
        }
        let prediction = predictor.prediction(at: 60_000)
        #expect(prediction.likelihood(of: Self.mail) > 0)
        #expect(prediction.likelihood(of: Self.item(999)) > 0)
        #expect(prediction.likelihood(of: Self.item(5)) == 0)
        let known = (0..<1000).filter { prediction.likelihood(of: Self.item(UInt64($0))) > 0 }
        #expect(known.count == Predictor.capacity)
    }
}
