import AppGroup
import Testing

@testable import Feeds

@Suite("Dates in feeds")
struct DateTests {
    @Test(
        "Dates of every kind name their moment",
        arguments: [
            ("Thu, 01 Jan 2004 19:48:21 GMT", 1_072_986_501), ("Thu, 1 Jan 2004 19:48:21 EST", 1_073_004_501),
            ("01 Jan 2004 19:48 +0200", 1_072_979_280), ("Thu,01 Jan 04 19:48:21 Z", 1_072_986_501),
            ("Thursday, January 1, 2004 7:48:21 PM GMT", 1_072_986_501), ("Thu Jan  1 19:48:21 2004", 1_072_986_501),
            ("Thu, 01 Jan 2004", 1_072_915_200), ("1 января 2004 22:48:21 +0300", 1_072_986_501),
            ("Do, 1. Jänner 2004", nil), ("2004-01-01T19:48:21Z", 1_072_986_501),
            ("2004-01-01T14:48:21-05:00", 1_072_986_501), ("2004-01-01 19:48:21", 1_072_986_501),
            ("20040101T194821Z", 1_072_986_501), ("2004-01", 1_072_915_200), ("2004", 1_072_915_200),
            ("2004-001", 1_072_915_200), ("Fri, 2006/09/15 08:19:53 EDT", 1_158_322_793),
            ("2004년 05월 28일  01:31:15", 1_085_707_875), ("2004-05-25 오후 11:23:17", 1_085_527_397),
            ("2004-július-13T9:15-05:00", 1_089_728_100), ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", 1_089_565_200),
            ("31/12/2003 10:00", 1_072_864_800), ("2003-12-31T24:00:00Z", 1_072_915_200),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("1969-12-31T23:59:59Z", -1),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
        ] as [(String, Int64?)])
    func moment(text: String, seconds: Int64?) {
        #expect(FeedDate.parse(text)?.seconds == seconds, "\(text)")
    }

    @Test(
        "Text that is not a date names no moment",
        arguments: [
            "", "soon", "Thu, 30 Feb 2004 00:00:00 GMT", "2004-13-01", "2004-02-30", "99999999999999999999",
            "2004-01-01T25:00:00Z",
            "Thu, 01 Jan 0000 00:00:00 GMT", "12:30", "+0200", "-", "Jan Feb Mar", "\u{0}\u{1B}[31m",
        ])
    func nothing(text: String) {
        #expect(FeedDate.parse(text) == nil)
    }

    @Test("Milliseconds are kept")
    func fraction() {
        #expect(FeedDate.parse("2004-01-01T00:00:00.1234Z")?.milliseconds == 1_072_915_200_123)
    }
}
