import Foundation
import TestSupport
import Testing

@testable import Downloading

@Suite("Dates in HTTP")
struct HTTPDateTests {
    @Test("Dates of random moments are read as Python wrote them")
    func random() async throws {
        var random = RandomSource(seed: 11)
        let moments = (0..<2000).map { _ in Int64.random(in: -60_000_000_000...250_000_000_000, using: &random) }
        // Python writes years before 1900, too, if it gets a date instead of seconds.
        let texts: [String] = try await Python.run(
            """
            from datetime import datetime, timedelta, timezone
            from email.utils import format_datetime
            epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
            answer = [format_datetime(epoch + timedelta(seconds=moment), usegmt=True) for moment in given]
            """, given: moments)
        for (moment, text) in zip(moments, texts) { #expect(HTTPDate.seconds(text) == moment, "\(text)") }
    }

    @Test(
        "A date in any of HTTP's three forms is read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed, 16 Nov 1994 08:49:37 GMT", 784_975_777),
            ("Wednesday, 16-Nov-94 08:49:37 GMT", 784_975_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
        ])
    func forms(text: String, moment: Int64) { #expect(HTTPDate.seconds(text, now: 1_796_000_000) == moment) }

    @Test(
        "A year of two digits is the latest that is at most 50 years ahead",
        arguments: [
            // The moment of reading, the date, and the moment that it means, in seconds since 1970.
            (1_796_000_000, "Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            (1_796_000_000, "Monday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
            (1_796_000_000, "Thursday, 31-Dec-76 00:00:00 GMT", 220_838_400),
            (1_796_000_000, "Friday, 01-Jan-77 00:00:00 GMT", 220_924_800),
            (784_111_777, "Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
            (2_493_000_000, "Friday, 01-Jan-00 00:00:00 GMT", 946_684_800),
            (2_525_000_000, "Friday, 01-Jan-00 00:00:00 GMT", 4_102_444_800),
            (2_530_000_000, "Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400),
            (4_102_444_800, "Friday, 31-Dec-99 00:00:00 GMT", 4_102_358_400),
        ] as [(Int64, String, Int64)])
    func shortYears(now: Int64, text: String, moment: Int64) { #expect(HTTPDate.seconds(text, now: now) == moment) }

    @Test(
        "Text that is no date of these forms is refused",
        arguments: [
            "", "0", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49 GMT",
            "Sunday, 06-Nov-94 08:49:37", "Sunday, 06-Nov-994 08:49:37 GMT", "Sunday, 06-Nov-+4 08:49:37 GMT",
            "Sunday, 06-nov-94 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 CET",
            "Sun Nov  6 08:49:37 1994 GMT", "Sun, Nov  6 08:49:37 1994", "Sun Nov  16 08:49:37 1994",
            "Sun Nov 32 08:49:37 1994", "Sun Nov 16 08:49:37 0", "Sun Nov 16 24:49:37 1994",
            "Sun, 6 nov 1994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:-9:37 GMT",
            "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Tue, 31 Feb 1995 08:49:37 GMT", "Sun, ０６ Nov 1994 08:49:37 GMT",
        ])
    func refused(text: String) { #expect(HTTPDate.seconds(text) == nil) }

    @Test(
        "Retry-After is a number of seconds, or a date that counts from the server's own",
        arguments: [
            ("3600", 3600), ("-1", 0), ("soon", nil), ("", nil), (nil, nil),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:40:00 GMT", 0),
        ] as [(String?, Int64?)])
    func retryAfter(value: String?, seconds: Int64?) throws {
        var head = try #require(ResponseHead(statusLine: "HTTP/1.1 503 Service Unavailable"))
        if let value { head.add("Retry-After: \(value)") }
        #expect(head.secondsToWait == (value?.hasSuffix("GMT") == true ? nil : seconds))
        head.add("Date: Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(head.secondsToWait == seconds)
    }
}
