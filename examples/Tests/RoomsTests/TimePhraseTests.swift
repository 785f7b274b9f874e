import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import rooms

@Suite("Times and lengths as people type them")
struct TimePhraseTests {
    /// 2026-11-23T10:00:00Z, noon in Kyiv.
    private let now: Int64 = 1_795_428_000
    private let zone = ZoneFile.zone(named: "Europe/Kyiv")

    @Test(
        "Times are understood in the user's own zone",
        arguments: [
            ("now", 0), ("14:30", 9000), ("9:05", -10500), ("today 14:30", 9000), ("tomorrow 9:00", 75_600),
            ("Tomorrow  09:00", 75_600), ("2026-11-23T14:30", 9000), ("2026-11-23 14:30:15", 9015),
            ("2026-11-23T12:30Z", 9000), ("2026-11-23T14:30+02:00", 9000), ("2026-11-23t08:30-0400", 9000),
            ("2026-11-24 9:00", 75_600),
        ])
    func understands(text: String, seconds: Int64) throws {
        let phrase = try TimePhrase(parsing: text)
        let moment = try phrase.moment(now: now, zone: try #require(zone)) { _, _ in nil }
        #expect(moment - now == seconds)
    }

    @Test(
        "A moment in another form is refused as unreadable",
        arguments: [
            "", "later", "25:00", "12:60", "9", "2026-02-29T10:00", "2026-13-01T10:00", "2026-11-23",
            "0000-01-01T00:00",
            "2026-11-23T10:00+25:00", "tomorrow", "14:30\u{1B}", "１４:３０",
        ])
    func refuses(text: String) {
        #expect { try TimePhrase(parsing: text) } throws: { ($0 as? ToolError)?.kind == .unreadable }
    }

    @Test(
        "Lengths are hours and minutes, up to a day",
        arguments: [("30m", 30), ("1h30m", 90), ("90", 90), ("2h", 120), ("24h", 1440), ("1h5", 65)])
    func understandsLengths(text: String, minutes: Int) throws { #expect(try Length(parsing: text).minutes == minutes) }

    @Test(
        "A length of no time, of more than a day, or in another form is refused as unreadable",
        arguments: ["", "0", "-5", "25h", "1441", "m", "h", "1.5h", "30s", "99999999999999999999"])
    func refusesLengths(text: String) {
        #expect { try Length(parsing: text) } throws: { ($0 as? ToolError)?.kind == .unreadable }
    }

    @Test("Random phrases are understood or refused, and never crash")
    func survivesRandomPhrases() throws {
        let pieces = [
            "now", "today", "tomorrow", " ", ":", "-", "T", "Z", "+", "0", "9", "23", "59", "2026", "é", "\u{301}",
            "\0",
        ]
        let zone = try #require(zone)
        for seed in Fuzz.seeds(from: 3, atLeast: 3000) {
            var random = RandomSource(seed: seed)
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            if let phrase = try? TimePhrase(parsing: text) { _ = try? phrase.moment(now: now, zone: zone) { $1 - $0 } }
            _ = try? Length(parsing: text)
        }
    }
}
