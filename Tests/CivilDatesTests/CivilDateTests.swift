import CivilDates
import Foundation
import Testing

@Suite struct CivilDateTests {
    @Test func `Every day from 1600 to 2369 has the date that Foundation's calendar gives it`() throws {
        let style = Date.ISO8601FormatStyle().year().month().day()
        for day in -135_140...146_096 {
            let expected = Date(timeIntervalSince1970: Double(day) * 86_400).formatted(style)
            try #require("\(CivilDate(daysSinceEpoch: day))" == expected)
        }
    }

    @Test func `A year has at least four digits`() {
        #expect("\(CivilDate(daysSinceEpoch: -719_162))" == "0001-01-01")
    }

    @Test func `A day that has a number is in the calendar, even before the year 0`() throws {
        for day in -1_000_000...1_000_000 {
            let date = CivilDate(daysSinceEpoch: day)
            try #require(CivilDate(year: date.year, month: date.month, day: date.day) == date)
            try #require(date.daysSinceEpoch == day)
        }
    }

    @Test(
        arguments: [
            (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29), (2100, 2, 29),
            (2000, 2, 30), (-1, 2, 29),
        ])
    func `A day that is in no month is refused`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `Seconds count from midnight UTC`() {
        #expect(CivilDate(year: 1970, month: 1, day: 1)?.secondsSinceEpoch == 0)
        #expect(CivilDate(year: 1969, month: 12, day: 31)?.secondsSinceEpoch == -86_400)
        #expect(CivilDate(year: 2026, month: 3, day: 4)?.secondsSinceEpoch == 1_772_582_400)
    }
}
