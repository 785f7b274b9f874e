import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@Suite("Turns of threads")
struct TurnTests {
    @Test("Threads that wait for their turn each get it, one at a time")
    func excludes() async {
        let turn = Turn()
        let (inside, count, failures) = (Guarded(0), Guarded(0), Guarded(0))
        await onThreads(64) {
            for _ in 0..<200 {
                guard turn.take(patience: .seconds(600)) else { return failures.withLock { $0 += 1 } }
                let isAlone = inside.withLock { inside in
                    inside += 1
                    return inside == 1
                }
                if !isAlone { failures.withLock { $0 += 1 } }
                count.withLock { $0 += 1 }
                inside.withLock { $0 -= 1 }
                turn.end()
            }
        }
        #expect(count.value == 12_800 && failures.value == 0)
    }

    /// Runs `body` on this many threads at the same time, and waits until all have ended.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
        let ended = Guarded(0)
        for _ in 0..<count {
            Thread.detachNewThread {
                body()
                ended.withLock { $0 += 1 }
            }
        }
        #expect(await comesTrue { ended.value == count })
    }

    @Test("Threads wait at the same time, not one after the other")
    func waitsTogether() async {
        let turn = Turn()
        #expect(turn.take(patience: .zero))
        let longest = Guarded(Duration.zero)
        await onThreads(64) {
            let wait = ContinuousClock().measure { #expect(!turn.take(patience: .seconds(2))) }
            longest.withLock { $0 = max($0, wait) }
        }
        // One after the other, the last one would wait for more than two minutes.
        #expect(longest.value < .seconds(64))
    }

    /// Takes a turn on another thread, and notes when it came. Returns once that thread waits.
    private func wait(
        for turn: Turn, as name: String, isUrgent: Bool = false, noting order: Guarded<[String]>,
        then body: @escaping @Sendable () -> Void = {}
    ) async {
        let length = turn.length
        Thread.detachNewThread {
            guard turn.take(patience: .seconds(600), isUrgent: isUrgent) else { return }
            order.withLock { $0.append(name) }
            body()
            turn.end()
        }
        #expect(await comesTrue { turn.length == length + 1 })
    }

    @Test("Threads have their turns in the order in which they began to wait")
    func isInOrder() async {
        let (turn, order) = (Turn(), Guarded<[String]>([]))
        #expect(turn.take(patience: .zero))
        for name in ["1", "2", "3", "4"] { await wait(for: turn, as: name, noting: order) }
        turn.end()
        #expect(await comesTrue { order.value.count == 4 })
        #expect(order.value == ["1", "2", "3", "4"])
    }

    @Test("An urgent thread goes first, but another one waits before it goes first again")
    func isUrgent() async {
        let (turn, order, mayEnd) = (Turn(), Guarded<[String]>([]), Guarded(false))
        #expect(turn.take(patience: .zero))
        for name in ["1", "2"] { await wait(for: turn, as: name, noting: order) }
        await wait(for: turn, as: "urgent", isUrgent: true, noting: order) { _ = blockUntil { mayEnd.value } }
        turn.end()
        #expect(await comesTrue { order.value == ["urgent"] })
        await wait(for: turn, as: "urgent again", isUrgent: true, noting: order)
        mayEnd.withLock { $0 = true }
        #expect(await comesTrue { order.value.count == 4 })
        #expect(order.value == ["urgent", "1", "urgent again", "2"])
    }

    @Test("A turn that does not come within the patience is not taken", arguments: [-1, 0, 50])
    func hasItsPatience(milliseconds: Int) {
        let turn = Turn()
        #expect(turn.take(patience: .zero))
        #expect(!turn.take(patience: .milliseconds(milliseconds)))
        turn.end()
        #expect(turn.take(patience: .milliseconds(milliseconds)))
    }

    @Test("Nobody waits for a thread that has given up")
    func forgetsTheImpatient() async {
        let turn = Turn()
        #expect(turn.take(patience: .zero))
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { #expect(!turn.take(patience: .milliseconds(20))) } }
        }
        turn.end()
        #expect(turn.take(patience: .zero))
    }
}
