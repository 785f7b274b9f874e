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
        "Text that is no date of the one form is refused",
        arguments: [
            "", "0", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 nov 1994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:-9:37 GMT",
            "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, ０６ Nov 1994 08:49:37 GMT",
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
