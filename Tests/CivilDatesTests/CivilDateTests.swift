import CivilDates
import Foundation
import Testing

@Suite struct CivilDateTests {
    @Test func `Every day from 1600 to 2369 has the date that Foundation's calendar gives it`() throws {
        let style = Date.ISO8601FormatStyle().year().month().day()
        for day in -135_140...146_096 as ClosedRange<Int64> {
            let expected = Date(timeIntervalSince1970: Double(day) * 86_400).formatted(style)
            try #require("\(CivilDate(daysSinceEpoch: day))" == expected)
        }
    }

    @Test func `A year has at least four digits`() {
        #expect("\(CivilDate(daysSinceEpoch: -719_162))" == "0001-01-01")
    }
}
