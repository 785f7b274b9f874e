import AppGroupPlatform
import Testing

@Suite("Deadlines")
struct DeadlineTests {
    @Test("A deadline that has passed leaves no time, and nothing sleeps until it", arguments: [0, -1] as [Int64])
    func hasPassed(seconds: Int64) {
        let deadline = Deadline(after: .seconds(seconds))
        #expect(deadline.hasPassed && deadline.rest == .zero && deadline.pollMilliseconds == 0)
        #expect(!deadline.sleep(atMost: .seconds(600)))
    }

    @Test("A deadline that lies ahead leaves some time, and a short sleep does not reach it")
    func liesAhead() {
        let deadline = Deadline(after: .seconds(86_400))
        #expect(!deadline.hasPassed)
        #expect(deadline.rest > .zero && deadline.rest <= .seconds(86_400))
        #expect(1...86_400_001 ~= deadline.pollMilliseconds)
        #expect(deadline.sleep(atMost: .nanoseconds(1)))
    }

    @Test("A sleep until a deadline ends with it, however long the pause")
    func sleepsUntilIt() {
        let deadline = Deadline(after: .milliseconds(20))
        while deadline.sleep(atMost: .seconds(1 << 30)) {}
        #expect(deadline.hasPassed)
    }

    @Test("Never comes after every other deadline, and poll waits for it without a limit")
    func never() {
        #expect(!Deadline.never.hasPassed && Deadline.never.pollMilliseconds == -1)
        #expect(Deadline(after: .seconds(Int64.max)) < .never)
        #expect([.never, Deadline(after: .seconds(600)), Deadline(after: .zero)].min()?.hasPassed == true)
    }

    @Test("A wait that is longer than poll can wait is cut to its longest")
    func isCut() {
        #expect(Deadline(after: .seconds(1 << 30)).pollMilliseconds == .max)
    }

    @Test("Moments in microseconds are moments of the same clock, and the largest one never comes")
    func microseconds() {
        #expect(Deadline(atMicroseconds: 0).hasPassed)
        let moment = UInt64(SystemClock.monotonicNanoseconds()) / 1000
        #expect(Deadline(atMicroseconds: moment).hasPassed)
        let later = Deadline(atMicroseconds: moment + 86_400_000_000)
        #expect(!later.hasPassed && later < Deadline(after: .seconds(86_401)))
        #expect(Deadline(atMicroseconds: .max) == .never)
        #expect(Deadline(atMicroseconds: .max / 1000) == .never)
    }
}
