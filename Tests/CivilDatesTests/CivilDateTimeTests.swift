import CivilDates
import Foundation
import Testing

@Suite struct CivilDateTimeTests {
    @Test func `Moments before and after 1970 have the clock time that Foundation gives them`() throws {
        var generator = SystemRandomNumberGenerator()
        let edges: [Int64] = [-86_401, -86_400, -86_399, -1, 0, 1, 86_399, 86_400]
        // The years 1600 to 2369.
        let moments = edges + (0..<10_000).map { _ in .random(in: -11_676_096_000..<12_622_780_800, using: &generator) }
        for moment in moments {
            let expected = Date(timeIntervalSince1970: Double(moment)).formatted(.iso8601)
            let time = CivilDateTime(secondsSinceEpoch: moment)
            try #require("\(time)Z" == expected)
            try #require(time.secondsSinceEpoch == moment)
            try #require(
                CivilDateTime(time.date, hour: time.hour, minute: time.minute, second: time.second) == time)
        }
    }

    @Test(arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1)])
    func `A time that no day has is refused`(hour: Int, minute: Int, second: Int) {
        #expect(CivilDateTime(CivilDate(daysSinceEpoch: 0), hour: hour, minute: minute, second: second) == nil)
    }

    @Test(arguments: [(0, "+00:00"), (120, "+02:00"), (-210, "-03:30"), (-30, "-00:30"), (1439, "+23:59")])
    func `An offset has a sign, hours and minutes`(minutes: Int, text: String) {
        #expect(CivilDateTime.text(ofOffset: minutes) == text)
    }
}
