import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test(
        "keep what reverse DNS allows, as it was written",
        arguments: [
            "com.example.inbox", "a.b", "COM.Example.Inbox", "a-b.c-d", "-a.b-", "1.2",
            "x.\(String(repeating: "y", count: 153))",
        ])
    func accepts(text: String) throws {
        #expect(try AppID(text).description == text)
        #expect(try GroupID(text).description == text)
    }

    @Test(
        "refuse anything else, and say why",
        arguments: [
            ("", "it is empty"),
            ("inbox", "one segment"),
            ("com..inbox", "empty segment"),
            (".com.inbox", "empty segment"),
            ("com.inbox.", "empty segment"),
            ("com.example.in box", "“ ”"),
            ("com.example.in_box", "“_”"),
            ("com.exämple.inbox", "“ä”"),
            ("com/example.inbox", "“/”"),
            ("com.example.\u{1B}[31m", "U+001B"),
            ("com.example.inbox\n", "U+000A"),
            ("com.example.inbox\0", "U+0000"),
            ("x.\(String(repeating: "y", count: 154))", "longer than 155"),
        ])
    func refuses(text: String, reason: String) throws {
        for attempt in [{ _ = try AppID(text) }, { _ = try GroupID(text) }] as [() throws -> Void] {
            let error = try #require(throws: AppGroupError.self, performing: attempt)
            #expect(error.code == .invalidValue)
            #expect(error.description.contains(reason))
            #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        }
    }

    @Test("of apps are the same without case, those of groups are not")
    func comparesCase() throws {
        let (lower, upper): (AppID, AppID) = ("com.example.inbox", "COM.EXAMPLE.Inbox")
        #expect(lower == upper)
        #expect(Set([lower, upper]).count == 1)
        #expect(!(lower < upper) && !(upper < lower))
        #expect(GroupID("com.example.tools") != GroupID("com.example.Tools"))
    }

    @Test("agree with Apple's rule as a regular expression", arguments: 1...8 as ClosedRange<UInt64>)
    func matchesRegularExpression(seed: UInt64) throws {
        let rule = try NSRegularExpression(pattern: #"\A(?=.{1,155}\z)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+\z"#)
        var texts = MutatedTexts(
            seed: seed,
            examples: ["com.example.inbox", "a.b", "org.example-2.App", "x..y", String(repeating: "a.b", count: 60)],
            alphabet: Array("ab.-Z9_ .é\u{301}\n\0/".unicodeScalars))
        for _ in 0..<2000 {
            let text = texts.next()
            #expect(((try? AppID(text)) != nil) == rule.matches(text), "\(text.debugDescription)")
        }
    }
}

extension NSRegularExpression {
    func matches(_ text: String) -> Bool {
        firstMatch(in: text, range: NSRange(location: 0, length: (text as NSString).length)) != nil
    }
}
