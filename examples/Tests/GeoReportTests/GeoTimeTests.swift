import Foundation
import GeoReport
import TestSupport
import Testing

@Suite("Times of Open311")
struct GeoTimeTests {
    @Test(
        "A time is read as clients write it",
        arguments: [
            ("2026-05-06T07:08:09Z", 1_778_051_289, 0), ("2026-05-06T07:08:09+02:00", 1_778_044_089, 120),
            ("2026-05-06T07:08:09.123-0530", 1_778_071_089, -330), ("2026-05-06T07:08Z", 1_778_051_280, 0),
            ("2026-05-06T07:08:09", 1_778_051_289, 0), ("2026-05-06", 1_778_025_600, 0),
            ("2026-05-06T07:08:09 02:00", 1_778_044_089, 120), ("1970-01-01T00:00:00Z", 0, 0),
            ("1969-12-31T23:59:59Z", -1, 0), ("2000-02-29T00:00:00z", 951_782_400, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ] as [(String, Int64, Int)])
    func isRead(text: String, seconds: Int64, offset: Int) throws {
        #expect(try #require(GeoTime(text)) == GeoTime(seconds: seconds, offset: offset))
    }

    @Test(
        "Text that is no time is refused",
        arguments: [
            "", "yesterday", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29", "2026-05-06T24:00:00Z",
            "2026-05-06T07:60:00Z", "2026-05-06T07:08:09X", "2026-05-06T07:08:09Z ", "2026-5-6", "0000-01-01",
            "2026-05-06T07:08:09+2", "2026-05-06T07:08:09.Z", "+2026-05-06",
        ])
    func isRefused(text: String) { #expect(GeoTime(text) == nil) }

    @Test("Random times are written and read as Foundation writes and reads them")
    func agreesWithFoundation() throws {
        var random = RandomSource(seed: 2)
        for _ in 0..<3000 {
            let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
            let time = GeoTime(seconds: seconds)
            let theirs = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            // Foundation uses the Julian calendar before 1582, unlike ISO 8601.
            if seconds > -12_219_292_800 { #expect(time.description == theirs) }
            #expect(GeoTime(time.description) == time)
            let zoned = GeoTime(seconds: seconds, offset: random.below(1439 * 2) - 1439)
            if abs(seconds) < 50_000_000_000 { #expect(GeoTime(zoned.description) == zoned, "\(zoned)") }
        }
    }
}
