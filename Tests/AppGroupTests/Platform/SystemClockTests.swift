import AppGroupPlatform
import Foundation
import Testing

@Suite("The machine's clocks")
struct SystemClockTests {
    @Test("A process that runs on while its time zone changes uses the new one")
    func followsTheTimeZone() async {
        await #expect(processExitsWith: .success) {
            for (zone, hours) in [("ONE-1", 1), ("TWO-2", 2), ("WEST5", -5)] as [(String, Int64)] {
                setenv("TZ", zone, 1)
                #expect(SystemClock.utcOffset(atSecond: 1_700_000_000) == hours * 3600)
            }
        }
    }
}
