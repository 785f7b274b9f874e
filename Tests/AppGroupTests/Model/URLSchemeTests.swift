import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("A URL scheme")
struct URLSchemeTests {
    @Test(
        "is kept in lower case",
        arguments: [
            ("inbox", "inbox"), ("INBOX", "inbox"), ("x", "x"), ("Web+Mail", "web+mail"), ("z39.50-r", "z39.50-r"),
            (String(repeating: "Q", count: 64), String(repeating: "q", count: 64)),
        ])
    func accepts(text: String, canonical: String) throws {
        #expect(try URLScheme(text).description == canonical)
        #expect(try URLScheme(text) == URLScheme(canonical))
    }

    @Test(
        "is refused where RFC 3986 does not allow it",
        arguments: [
            "", "1x", "+x", "-x", ".x", "in box", "inbox:", "in_box", "é", "inbo\u{301}x", "K\u{212A}", "x\0",
            String(repeating: "q", count: 65),
        ])
    func refuses(text: String) {
        let error = #expect(throws: AppGroupError.self) { try URLScheme(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("RFC 3986") == true)
    }

    @Test(
        "that the whole world uses is well-known",
        arguments: ["http", "HTTPS", "file", "mailto", "javascript", "data", "ftp", "tel", "ssh", "about"])
    func knowsTheWorlds(text: String) throws {
        #expect(try URLScheme(text).isWellKnown)
    }

    @Test("that a family would choose is not", arguments: ["inbox", "rooms", "com.example.visa", "web+rooms"])
    func knowsAFamilys(text: String) throws {
        #expect(try !URLScheme(text).isWellKnown)
    }

    @Test("agrees with RFC 3986's rule as a regular expression", arguments: 1...8 as ClosedRange<UInt64>)
    func matchesRegularExpression(seed: UInt64) throws {
        let rule = try NSRegularExpression(pattern: #"\A[A-Za-z][A-Za-z0-9+.-]{0,63}\z"#)
        var texts = MutatedTexts(
            seed: seed, examples: ["inbox", "web+mail", "A1.-+", String(repeating: "q", count: 63)],
            alphabet: Array("aZ9+-.:_[@`{é\u{301}\u{212A}\r\n\0 ".unicodeScalars))
        for _ in 0..<2000 {
            let text = texts.next()
            let scheme = try? URLScheme(text)
            #expect((scheme != nil) == rule.matches(text), "\(text.debugDescription)")
            if let scheme { #expect(scheme.description == text.lowercased()) }
        }
    }
}
