import Foundation
import Testing

@testable import AppGroupText

@Suite struct RelativeTimeTests {
    /// 2026-03-04 09:00:00 UTC.
    static let now = 1_772_614_800

    static func phrase(_ age: Duration, utcOffset hours: Int = 0) -> String {
        RelativeTime.phrase(for: now - Int(age.components.seconds), now: now, utcOffset: hours * 3600)
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
        ] as [(Duration, Int, String)])
    func `Days begin at the reader's local midnight`(age: Duration, utcOffset: Int, phrase: String) {
        #expect(Self.phrase(age, utcOffset: utcOffset) == phrase)
    }

    @Test(arguments: [(now + 1, "just now"), (Int.max, "just now"), (-1, "on 1970-01-01"), (Int.min, "on 1970-01-01")])
    func `An impossible time is still described`(then: Int, phrase: String) {
        #expect(RelativeTime.phrase(for: then, now: Self.now, utcOffset: 0) == phrase)
    }
}

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    fileprivate static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
    fileprivate static func days(_ count: Int) -> Duration { .hours(24 * count) }
}
