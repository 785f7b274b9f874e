import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Frecency")
struct FrecencyTests {
    /// Usage after openings of these numbers, step by step.
    static func usage(_ numbers: [Int64]) -> AppUsage {
        numbers.reduce(AppUsage()) { $0.opened(at: Timestamp(seconds: $1), opening: .init(clamping: $1)) }
    }

    /// One half of the score, opening by opening.
    static func half(_ numbers: [Int64], _ last: Int64, halfLife: Double) -> Double {
        let counter: Double = numbers.reduce(0) { $0 + pow(2, -Double(last - $1) / halfLife) }
        return 0.5 * (1 - pow(2, -1 / halfLife)) * counter
    }

    @Test("Frecency matches its definition for any history", arguments: 1...4 as ClosedRange<UInt64>)
    func matchesItsDefinition(seed: UInt64) {
        var source = RandomSource(seed: seed)
        for _ in 0..<50 {
            let last = Int64.random(in: 1...400, using: &source)
            let numbers = (1...last).filter { _ in source.isOnce(in: 3) }
            let expected = Self.half(numbers, last, halfLife: 5) + Self.half(numbers, last, halfLife: 100)
            let score = Frecency.score(Self.usage(numbers), lastOpeningOfGroup: .init(clamping: last))
            #expect(abs(score - expected) < 1e-12)
            #expect((0...1).contains(score))
        }
    }

    @Test("The frecency of all apps together is at most 1", arguments: 1...4 as ClosedRange<UInt64>)
    func isAShare(seed: UInt64) {
        var source = RandomSource(seed: seed)
        var usages = [AppUsage](repeating: AppUsage(), count: 5)
        for number in 1...2000 as ClosedRange<Int64> {
            let index = min(Int.random(in: 0..<5, using: &source), Int.random(in: 0..<5, using: &source))
            usages[index] = usages[index].opened(at: Timestamp(seconds: number), opening: .init(clamping: number))
            let total = usages.reduce(0) { $0 + Frecency.score($1, lastOpeningOfGroup: .init(clamping: number)) }
            #expect(total <= 1 + 1e-12)
        }
    }

    @Test("Frecency is 0 for an app that was never opened, and fades with openings of others, not with time")
    func fades() {
        #expect(Frecency.score(AppUsage(), lastOpeningOfGroup: 50) == 0)
        let usage = Self.usage([1, 2])
        let scores = [2, 3, 10, 1000].map { Frecency.score(usage, lastOpeningOfGroup: .init(clamping: $0)) }
        #expect(scores == scores.sorted(by: >))
        #expect(Frecency.score(usage, lastOpeningOfGroup: 1) == scores[0])
    }

    @Test("Frecency puts a new habit above an old one within a few uses")
    func learns() {
        let old = Self.usage(Array(1...50))
        let new = Self.usage(Array(51...60))
        #expect(Frecency.score(new, lastOpeningOfGroup: 60) > Frecency.score(old, lastOpeningOfGroup: 60))
        #expect(Frecency.score(Self.usage([51]), lastOpeningOfGroup: 51) < Frecency.score(old, lastOpeningOfGroup: 51))
    }

    @Test("Frecency is a number whatever the numbers of the openings are", arguments: [Int64.min, -1, 0, .max])
    func takesAnyNumbers(last: Int64) {
        for number in [Int64.min, 0, .max] {
            let usage = AppUsage(count: number, lastOpening: .init(clamping: number), fast: 1, slow: 1)
            #expect((0...1).contains(Frecency.score(usage, lastOpeningOfGroup: .init(clamping: last))))
            #expect(usage.opened(at: Timestamp(seconds: 0), opening: .init(clamping: last)).fast >= 1)
        }
    }
}
