import AppGroup
import Foundation
import TestSupport
import Testing

/// Random URLs, against the regular expression of RFC 3986's appendix B and against Foundation where both speak of the same.
@Suite("Random URLs")
struct AppURLFuzzTests {
    static let examples = [
        "inbox://message?id=7", "x://u:p@host:80/a/b?c=d&e#f", "rooms:/a%20b/%C3%A9?x=%26", "a://[::1]:9/p?q",
        "z:o/p?&&=",
    ]

    @Test("Random URLs are accepted, kept and split as RFC 3986 says", arguments: 1...8 as ClosedRange<UInt64>)
    func agreesWithTheGrammar(seed: UInt64) throws {
        // Appendix B, with the scheme held to section 3.1 and this library's 64 characters.
        let rule = try NSRegularExpression(
            pattern: #"\A([A-Za-z][A-Za-z0-9+.-]{0,63}):(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?\z"#,
            options: .dotMatchesLineSeparators)
        MutatedTexts.each(seed: seed, of: Self.examples, with: "a:/?#[]@&=%2fGé\u{301}\u{200D} \n\0") { text in
            let url = try? AppURL(text)
            // A joiner has no effect beside any of these letters.
            let isRefused = text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{7F}" || $0 == "\u{200D}" }
            let parts = isRefused ? nil : rule.groups(of: text)
            #expect((url != nil) == (parts != nil), "\(text.debugDescription)")
            guard let url, let parts else { return }
            #expect(Array(url.description.utf8) == Array(text.utf8))
            #expect(url.scheme.description == parts[1]?.lowercased())
            #expect(url.path == decoded(parts[4] ?? ""), "\(text.debugDescription)")
            #expect(url.fragment == parts[8].map(decoded), "\(text.debugDescription)")
            let items = (parts[6] ?? "").utf8.split(separator: UInt8(ascii: "&")).map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(
                url.queryItems.map { "\($0.name)|\($0.value)" } == items.map { pair($0) }, "\(text.debugDescription)")
        }
    }

    @Test("URLs that Foundation can read have the parts that Foundation finds", arguments: 1...4 as ClosedRange<UInt64>)
    func agreesWithFoundation(seed: UInt64) {
        var compared = 0
        MutatedTexts.each(3000, seed: seed, of: Self.examples, with: "ab:/?#&=%25.") { text in
            // Foundation re-encodes some texts and has no parts for what is no UTF-8; there it is no judge.
            guard let judge = URLComponents(string: text, encodingInvalidCharacters: false), judge.string == text,
                !decoded(text).contains("\u{FFFD}"), let url = try? AppURL(text)
            else { return }
            compared += 1
            #expect(url.host == judge.host ?? "", "\(text)")
            #expect(url.path == judge.path, "\(text)")
            #expect(url.fragment == judge.fragment, "\(text)")
            let items = (judge.queryItems ?? []).filter { !($0.name.isEmpty && $0.value == nil) }
            #expect(
                url.queryItems.map { "\($0.name)|\($0.value)" } == items.map { "\($0.name)|\($0.value ?? "")" },
                "\(text)")
        }
        #expect(compared > 500)
    }

    /// Percent-decoding that goes from escape to escape.
    private func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), rest.count >= 2, digits.utf8.allSatisfy({ isxdigit(Int32($0)) != 0 }),
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func pair(_ item: String) -> String {
        let parts = item.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { decoded(String(decoding: $0, as: UTF8.self)) }
        return "\(parts[0])|\(parts.count > 1 ? parts[1] : "")"
    }
}

extension NSRegularExpression {
    /// What each group of the first match holds; `nil` if nothing matches.
    fileprivate func groups(of text: String) -> [String?]? {
        let whole = text as NSString
        return firstMatch(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? nil : whole.substring(with: range)
            }
        }
    }
}
