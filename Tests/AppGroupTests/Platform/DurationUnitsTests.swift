import AppGroupPlatform
import Testing

@Suite("Durations as whole numbers")
struct DurationUnitsTests {
    @Test(
        "Nanoseconds and milliseconds are whole, and clamped to 64 bits",
        arguments: [
            (.zero, 0, 0), (.nanoseconds(1_999_999), 1_999_999, 1), (.seconds(3), 3_000_000_000, 3000),
            (.milliseconds(-1500), -1_500_000_000, -1500), (.nanoseconds(-1_999_999), -1_999_999, -1),
            (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 0, 0),
            (.seconds(1 << 40), .max, (1 << 40) * 1000), (.seconds(Int64.max), .max, .max),
            (.seconds(Int64.min), .min, .min),
        ] as [(Duration, Int64, Int64)])
    func units(duration: Duration, nanoseconds: Int64, milliseconds: Int64) {
        #expect(duration.wholeNanoseconds == nanoseconds)
        #expect(duration.wholeMilliseconds == milliseconds)
    }

    @Test("A wait is never negative, and never too long to be added to a moment")
    func waiting() {
        #expect(Duration.seconds(-1).nanosecondsToWait == 0)
        #expect(Duration.milliseconds(1500).nanosecondsToWait == 1_500_000_000)
        #expect(Duration.seconds(Int64.max).nanosecondsToWait == (1 << 30) * 1_000_000_000)
    }
}
