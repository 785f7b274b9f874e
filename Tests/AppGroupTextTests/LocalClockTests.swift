import AppGroup
import Foundation
import Testing

@testable import AppGroupText

@Suite struct LocalClockTests {
    /// 2026-03-04 09:00:00 UTC.
    static let now: Int64 = 1_772_614_800

    static func phrase(for then: Timestamp, utcOffset hours: Int64 = 0) -> String {
        LocalClock(at: Timestamp(seconds: now)) { _ in hours * 3600 }.ago(then)
    }

    static func phrase(_ age: Duration, utcOffset hours: Int64 = 0) -> String {
        phrase(for: Timestamp(seconds: now - age.components.seconds), utcOffset: hours)
    }

    @Test(
        arguments: [
            (.seconds(0), "just now"), (.seconds(59), "just now"), (.minutes(1), "1 min ago"),
            (.seconds(3599), "59 min ago"),
            (.hours(1), "1 h ago"), (.hours(9), "9 h ago"), (.seconds(43_199), "11 h ago"), (.hours(12), "yesterday"),
            (.hours(33), "yesterday"), (.seconds(33 * 3600 + 1), "2 days ago"), (.days(29), "29 days ago"),
            (.days(30), "on 2026-02-02"), (.days(400), "on 2025-01-28"),
        ] as [(Duration, String)])
    func `A past time is described as people say it`(age: Duration, phrase: String) {
        #expect(Self.phrase(age) == phrase)
    }

    @Test(
        arguments: [
            (.hours(20), -5, "yesterday"), (.hours(20), 14, "20 h ago"), (.hours(34), 14, "yesterday"),
            (.hours(34), 0, "2 days ago"), (.days(60), 0, "on 2026-01-03"), (.days(60), -10, "on 2026-01-02"),
        ] as [(Duration, Int64, String)])
    func `Days begin at the reader's local midnight`(age: Duration, utcOffset: Int64, phrase: String) {
        #expect(Self.phrase(age, utcOffset: utcOffset) == phrase)
    }

    @Test func `A day that began in summer time keeps its date in winter, and the other way round`() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
            for (now, then, phrase) in [
                // 2026-07-01 00:30 in this zone.
                (1_796_040_000, 1_782_858_600, "on 2026-07-01"),
                // 2026-10-24 00:30 in this zone.
                (1_793_880_000, 1_792_794_600, "12 days ago"),
                // 2026-10-24 00:30 in this zone.
                (1_792_918_800, 1_792_794_600, "yesterday"),
                // 2026-01-01 23:30 in this zone.
                (1_782_907_200, 1_767_306_600, "on 2026-01-01"),
            ] as [(Int64, Int64, String)] {
                #expect(LocalClock(at: Timestamp(seconds: now)).ago(Timestamp(seconds: then)) == phrase)
            }
        }
    }

    @Test(
        arguments: [
            (now * 1000 + 1000, "just now"), (.max, "just now"), (-1000, "on 1970-01-01"), (.min, "on 1970-01-01"),
        ] as [(Int64, String)])
    func `An impossible time is still described`(milliseconds: Int64, phrase: String) {
        #expect(Self.phrase(for: Timestamp(milliseconds: milliseconds)) == phrase)
    }
}

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    fileprivate static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
    fileprivate static func days(_ count: Int) -> Duration { .hours(24 * count) }
}
