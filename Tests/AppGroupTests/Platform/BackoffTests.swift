import AppGroupPlatform
import TestSupport
import Testing

@Suite("Pauses between attempts")
struct BackoffTests {
    @Test("Pauses double up to a limit and vary at random")
    func pauses() {
        let backoff = Backoff(first: .milliseconds(500), longest: .seconds(8))
        var generator = RandomSource(seed: 1)
        for (failures, longest) in [(1, 0.5), (2, 1), (3, 2), (4, 4), (5, 8), (6, 8), (1000, 8)] {
            let pauses = (0..<50).map { _ in backoff.pause(after: failures, using: &generator) / .seconds(1) }
            #expect(pauses.allSatisfy { longest / 2...longest ~= $0 } && Set(pauses).count > 40)
        }
    }
}
