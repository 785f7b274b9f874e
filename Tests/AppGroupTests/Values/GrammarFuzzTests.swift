import AppGroup
import Foundation
import TestSupport
import Testing

/// Random texts, against the rules written as regular expressions.
@Suite("Random texts")
struct GrammarFuzzTests {
    @Test("A random text is an identifier exactly if Apple's rule says so", arguments: 1...8 as ClosedRange<UInt64>)
    func mayBeAnIdentifier(seed: UInt64) throws {
        let rule = try NSRegularExpression(pattern: #"\A(?=.{1,155}\z)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+\z"#)
        let examples = [
            "com.example.inbox", "a.b", "org.example-2.App", "x..y", String(repeating: "a.b", count: 60),
        ]
        MutatedTexts.each(seed: seed, of: examples, with: "ab.-Z9_ .é\u{301}\n\0/") { text in
            #expect(((try? AppID(text)) != nil) == rule.matches(text), "\(text.debugDescription)")
            #expect(((try? GroupID(text)) != nil) == rule.matches(text), "\(text.debugDescription)")
        }
    }

    @Test("A random text is a scheme exactly if RFC 3986 says so", arguments: 1...8 as ClosedRange<UInt64>)
    func mayBeAScheme(seed: UInt64) throws {
        let rule = try NSRegularExpression(pattern: #"\A[A-Za-z][A-Za-z0-9+.-]{0,63}\z"#)
        let examples = ["inbox", "web+mail", "A1.-+", String(repeating: "q", count: 63)]
        MutatedTexts.each(seed: seed, of: examples, with: "aZ9+-.:_[@`{é\u{301}\u{212A}\r\n\0 ") { text in
            let scheme = try? URLScheme(text)
            #expect((scheme != nil) == rule.matches(text), "\(text.debugDescription)")
            if let scheme { #expect(scheme.description == text.lowercased()) }
        }
    }

    @Test(
        "A random text is no timestamp, or one that is written as it was read", arguments: 1...4 as ClosedRange<UInt64>)
    func mayBeATimestamp(seed: UInt64) throws {
        let rule = try NSRegularExpression(
            pattern: #"\A\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)\z"#)
        let examples = ["1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00", "9999-12-31T23:59:59.999+23:59"]
        MutatedTexts.each(seed: seed, of: examples, with: "0123456789-:.TtZz+ é") { text in
            guard let moment = Timestamp(rfc3339: text) else { return }
            #expect(rule.matches(text), "\(text.debugDescription)")
            guard (-62_167_219_200_000..<253_402_300_800_000).contains(moment.milliseconds) else { return }
            #expect(Timestamp(rfc3339: moment.description) == moment, "\(text.debugDescription)")
        }
    }
}

extension NSRegularExpression {
    fileprivate func matches(_ text: String) -> Bool {
        firstMatch(in: text, range: NSRange(location: 0, length: (text as NSString).length)) != nil
    }
}
