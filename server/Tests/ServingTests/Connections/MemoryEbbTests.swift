import Testing

@testable import Serving

@Suite("When a server gives memory back")
struct MemoryEbbTests {
    /// For each interval, what connections take at its end, in MiB, and whether memory is given back then.
    private static func due(_ levels: [Int]) -> [Bool] {
        var (ebb, last) = (MemoryEbb(), 0)
        return levels.map { level in
            defer { last = level }
            return ebb.isDue(peak: max(level, last) << 20, now: level << 20)
        }
    }

    @Test("Memory goes back when much of a peak has gone, and again when the rest has stopped falling")
    func givesPeakBack() {
        #expect(Self.due([0, 16, 16, 0, 0, 0]) == [false, false, false, true, true, false])
    }

    @Test("The rest of a peak goes back, too, if some connections end later")
    func givesRestBack() {
        #expect(Self.due([16, 6, 6, 6, 0, 0, 0]) == [false, true, true, false, false, true, false])
    }

    @Test("A peak that falls slowly gives memory back after each large part and at its end")
    func givesSlowFallBack() {
        #expect(Self.due([16, 12, 8, 4, 2, 0, 0, 0]) == [false, false, true, false, false, true, true, false])
    }

    @Test("Small peaks are not worth a search")
    func ignoresSmallPeaks() {
        #expect(Self.due([7, 0, 0, 5, 0, 0, 7, 7, 3, 0]).allSatisfy { !$0 })
        #expect(Self.due([16, 0, 0, 7, 0, 7, 7, 0, 0]) == [false, true, true] + Array(repeating: false, count: 6))
    }
}
