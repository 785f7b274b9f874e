import AppGroup
import Testing
import ToolProgram

@Suite("Time spans as people write them")
struct IntervalTests {
    @Test("A time span is a whole number of seconds, minutes, hours or days, up to a year")
    func parses() {
        for (text, seconds) in ["1s": 1.0, "15m": 900, "6h": 21_600, "365d": 31_536_000] {
            #expect(Interval(argument: text)?.seconds == seconds)
        }
        for text in ["", "s", "0s", "-1m", "1.5h", "15", "15 m", "366d"] { #expect(Interval(argument: text) == nil) }
    }

    @Test(
        "A wait ends when its time span has passed, not earlier, or at once if the clock was set back",
        arguments: [(3_600_000, 1), (-1, 1), (3_599_998, 2)] as [(Int64, Int)])
    func ends(passed milliseconds: Int64, reads: Int) throws {
        let start: Int64 = 1_790_000_000_000
        var count = 0
        try #require(Interval(argument: "1h")).wait(from: Timestamp(milliseconds: start)) {
            count += 1
            // A wait that goes on ends at the second look.
            return Timestamp(milliseconds: start + (count == 1 ? milliseconds : 7_200_000))
        }
        #expect(count == reads)
    }
}
