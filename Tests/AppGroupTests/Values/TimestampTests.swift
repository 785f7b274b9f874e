import AppGroup
import TestSupport
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "A timestamp is written as RFC 3339 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+10000-01-01T00:00:00Z"),
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
            (.max, "+292278994-08-17T07:12:55.807Z"),
            (.min, "-292275055-05-16T16:47:04.192Z"),
        ] as [(Int64, String)])
    func isWritten(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test(
        "A timestamp is read from every form of RFC 3339",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("1970-01-01t00:00:00z", 0),
            ("1970-01-01 00:00:00Z", 0),
            ("1985-04-12T23:20:50.52Z", 482_196_050_520),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000),
            ("1990-12-31T23:59:60Z", 662_688_000_000),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
            ("2000-01-01T00:00:00.9999999Z", 946_684_800_999),
            ("2000-01-01T00:00:00.5Z", 946_684_800_500),
            ("0000-02-29T00:00:00Z", -62_162_121_600_000),
            ("1970-01-01T00:00:00-23:59", 86_340_000),
        ] as [(String, Int64)])
    func isRead(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "Texts that are not RFC 3339 are not timestamps",
        arguments: [
            "", "1970", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00Z", "1970-13-01T00:00:00Z",
            "1970-00-01T00:00:00Z",
            "1970-01-00T00:00:00Z", "1970-04-31T00:00:00Z", "1970-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "1970-01-01T24:00:00Z",
            "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00+0000",
            "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00+00:60", "1970-01-01T00:00:00Z ", " 1970-01-01T00:00:00Z",
            "+1970-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "1970-1-1T00:00:00Z", "1970-01-01T00:00:00,5Z",
            "١٩٧٠-01-01T00:00:00Z",
        ])
    func isRefused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("Timestamps agree with Python's calendar in any time zone")
    func agreesWithPython() async throws {
        let program = """
            import datetime, random
            random.seed(3339)
            epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
            for _ in range(5000):
                milliseconds = random.randrange(-62135510400000, 253402214400000)
                moment = epoch + datetime.timedelta(milliseconds=milliseconds)
                zone = datetime.timezone(datetime.timedelta(minutes=random.randrange(-1439, 1440)))
                print(milliseconds, moment.isoformat(timespec='milliseconds'),
                      moment.astimezone(zone).isoformat(timespec='milliseconds'))
            """
        let result = try await RunningProcess.run("/usr/bin/env", ["python3", "-c", program])
        #expect(result.lines.count == 5000, "\(result.errors)")
        for line in result.lines {
            let parts = line.split(separator: " ")
            let moment = Timestamp(milliseconds: try #require(Int64(parts[0])))
            let text =
                moment.milliseconds % 1000 == 0 ? moment.description : moment.description.replacing("Z", with: "+00:00")
            #expect(text.replacing("Z", with: ".000+00:00") == parts[1])
            #expect(Timestamp(rfc3339: parts[1]) == moment)
            #expect(Timestamp(rfc3339: parts[2]) == moment)
        }
    }

    @Test(
        "The seconds of a timestamp are rounded down",
        arguments: [
            (0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2), (.max, 9_223_372_036_854_775),
            (.min, -9_223_372_036_854_776),
        ] as [(Int64, Int64)])
    func hasSeconds(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }

    @Test("A timestamp is held at the ends of its range")
    func isHeld() {
        #expect(Timestamp(seconds: .max).milliseconds == .max)
        #expect(Timestamp(seconds: .min).milliseconds == .min)
        #expect(Timestamp(milliseconds: .max - 1).adding(days: 1).milliseconds == .max)
        #expect(Timestamp(milliseconds: 0).adding(days: .min).milliseconds == .min)
        #expect(Timestamp(milliseconds: 0).adding(days: -1).milliseconds == -86_400_000)
    }
}
