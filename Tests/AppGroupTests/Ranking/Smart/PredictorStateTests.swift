import TestSupport
import Testing

@testable import AppGroup

@Suite("The state of a predictor")
struct PredictorStateTests {
    /// A random history of this many apps: runs of the same few, and gaps of seconds to days.
    private func history(_ count: Int, apps: UInt64, _ source: inout RandomSource) -> [(Predictor.Item, Int64)] {
        var (second, favorite) = (Int64(1_700_000_000), UInt64(0))
        return (0..<count).map { _ in
            second += source.pick([5, 40, 200, 1000, 5000, 90_000])
            if source.isOnce(in: 10) { favorite = UInt64.random(in: 0..<apps, using: &source) }
            let other = UInt64.random(in: 0..<apps, using: &source)
            return (Predictor.Item(value: source.isOnce(in: 3) ? other : (favorite + other % 3) % apps), second)
        }
    }

    private func learnt(_ history: [(Predictor.Item, Int64)]) -> Predictor {
        var predictor = Predictor()
        for (item, second) in history { predictor.learn(item, at: second) }
        return predictor
    }

    @Test(
        "Learning in pieces gives the same state as learning in one go",
        arguments: [(7, 600), (60, 4500), (400, 1000)] as [(UInt64, Int)])
    func isWhole(apps: UInt64, count: Int) throws {
        for seed in Fuzz.seeds(from: apps) {
            var source = RandomSource(seed: seed)
            let history = history(count, apps: apps, &source)
            var (whole, pieces) = (Predictor(), Predictor())
            for (item, second) in history {
                whole.learn(item, at: second)
                pieces.learn(item, at: second)
                if source.isOnce(in: 50) {
                    pieces = try #require(Predictor(stored: pieces.stored), "seed \(seed)")
                    let (left, right) = (whole.prediction(at: second + 60), pieces.prediction(at: second + 60))
                    for app in 0..<apps {
                        let item = Predictor.Item(value: app)
                        #expect(left.likelihood(of: item) == right.likelihood(of: item), "seed \(seed)")
                    }
                }
            }
            #expect(whole.stored == pieces.stored, "seed \(seed)")
            #expect(whole.leadsFrecency == pieces.leadsFrecency)
        }
    }

    /// From 4,097 openings on, the oldest ones are forgotten.
    @Test("The state stays below 100 KB")
    func isSmall() {
        var source = RandomSource(seed: 3)
        #expect(learnt(history(4500, apps: 2000, &source)).stored.count < 100_000)
        #expect(learnt(history(4500, apps: 100, &source)).stored.count < 40_000)
    }

    @Test("A state with missing, additional or changed bytes is refused", arguments: 1...3 as ClosedRange<UInt64>)
    func isChecked(seed: UInt64) {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            let state = learnt(history(300, apps: 9, &source)).stored
            #expect(Predictor(stored: state) != nil)
            #expect(Predictor(stored: []) == nil)
            #expect(Predictor(stored: state + [0]) == nil)
            for _ in 0..<200 {
                #expect(Predictor(stored: Array(state.prefix(Int.random(in: 0..<state.count, using: &source)))) == nil)
                var other = state
                let place = Int.random(in: 0..<other.count, using: &source)
                other[place] ^= 1 << UInt8.random(in: 0..<8, using: &source)
                #expect(Predictor(stored: other) == nil, "seed \(seed)")
            }
        }
    }

    @Test("An invented state with a right checksum does no harm", arguments: 1...3 as ClosedRange<UInt64>)
    func isHarmless(seed: UInt64) {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            let body = learnt(history(200, apps: 5, &source)).stored.dropLast(4)
            var read = 0
            for _ in 0..<400 {
                var other = Array(body)
                for _ in 0..<Int.random(in: 1...3, using: &source) {
                    let place = Int.random(in: 0..<other.count, using: &source)
                    other[place] = source.pick([0, 1, 0x7F, 0x80, 0xFF, .random(in: .min ... .max, using: &source)])
                }
                let sum = CRC32.checksum(other[...])
                other += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
                guard var predictor = Predictor(stored: other) else { continue }
                read += 1
                for turn in 0..<20 as Range<Int64> {
                    predictor.learn(Predictor.Item(value: UInt64(turn % 7)), at: turn * 1000)
                    let likelihood = predictor.prediction(at: turn * 1000).likelihood(of: Predictor.Item(value: 1))
                    #expect((0...1).contains(likelihood), "seed \(seed)")
                }
                #expect(Predictor(stored: predictor.stored) != nil, "seed \(seed)")
            }
            #expect(read > 0)
        }
    }
}
