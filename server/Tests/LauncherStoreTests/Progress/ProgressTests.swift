import AppGroupText
import Foundation
import Testing

@testable import LauncherStore

@Suite("Progress lines")
struct ProgressTests {
    func text(_ name: String, _ done: UInt64, rate: Double? = 3_200_000, left: Int? = 72) -> ProgressText {
        ProgressText(name: name, done: done, total: 50_000_000, bytesPerSecond: rate, secondsLeft: left)
    }

    @Test("A progress line shows bytes, rate and time left if there is room, and less if not")
    func widths() {
        #expect(
            text("Rooms 1.5", 12_300_000).line(columns: 81)
                == "Rooms 1.5  ███████░░░░░░░░░░░░░░░░░░░░░░░    12 MB of 50 MB  3.2 MB/s  1:12 left")
        #expect(text("Rooms 1.5", 12_300_000).line(columns: 40) == "Rooms 1.5          24 %  3.2 MB/s  1:12")
        #expect(
            text("Rooms 1.5", 12_300_000, rate: nil, left: nil).line(columns: 40)
                == "Rooms 1.5  ██░░░░░░░░░░  12 MB of 50 MB")
    }

    @Test(
        "A progress line is never wider than the terminal and has no control characters",
        arguments: [0, 1, 2, 5, 8, 12, 20, 39, 40, 60, 79, 200])
    func fits(columns: Int) {
        for name in [
            "Rooms 1.5", "図書館の予約 1.5", "A\u{1B}[2J\u{7}\nB\u{202E}", String(repeating: "long ", count: 40), "👩‍🚀",
        ] {
            for done in [0, 1, 25_000_000, 50_000_000, 60_000_000] as [UInt64] {
                for left in [nil, 0, 59, 3600, 359_999] {
                    let line = text(name, done, left: left).line(columns: columns)
                    #expect(SafeText(line).description == line)
                    #expect(SafeText(line).width <= max(0, columns - 1), "\(line)")
                }
            }
        }
    }

    @Test("Progress bars are aligned, whatever the names are")
    func alignment() throws {
        let lines = ["Tea", "Rooms", "図書館"].map { text($0, 12_300_000).line(columns: 90, nameColumns: 7) }
        let starts = try lines.map { SafeText(String($0[..<(try #require($0.firstIndex(of: "█")))])).width }
        #expect(starts == [9, 9, 9] && lines.allSatisfy { SafeText($0).width == 89 })
    }

    @Test("The progress of an empty file is complete")
    func empty() {
        let line = ProgressText(name: "A", done: 0, total: 0, bytesPerSecond: nil, secondsLeft: nil).line(columns: 30)
        #expect(line.contains("0 B of 0 B"))
    }

    @Test("The rate covers the last seconds and starts over when a download does")
    func rate() throws {
        var rate = TransferRate()
        let start = ContinuousClock.now
        rate.note(0, at: start)
        #expect(rate.bytesPerSecond == nil && rate.secondsLeft(for: 5) == nil)
        for second in 1...60 { rate.note(UInt64(second) * 1000, at: start + .seconds(second)) }
        #expect(abs(try #require(rate.bytesPerSecond) - 1000) < 1)
        for second in 61...70 { rate.note(UInt64(60_000 + (second - 60) * 5000), at: start + .seconds(second)) }
        #expect(abs(try #require(rate.bytesPerSecond) - 5000) < 1)
        #expect(rate.secondsLeft(for: 10_000) == 2)
        #expect(rate.secondsLeft(for: .max) == 359_999)
        rate.note(0, at: start + .seconds(71))
        #expect(rate.bytesPerSecond == nil)
    }

    @Test(
        "Times are shown as on a clock",
        arguments: [(0, "0:00"), (61, "1:01"), (3600, "1:00:00"), (359_999, "99:59:59")])
    func times(seconds: Int, text: String) { #expect(ProgressText.time(seconds) == text) }
}
