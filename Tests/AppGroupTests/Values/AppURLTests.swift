import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("URLs")
struct AppURLTests {
    @Test(
        "A URL stays exactly the given string",
        arguments: [
            "inbox:", "INBOX://Message?id=7", "rooms://book?room=r 1&who='$(whoami)'; \"x\"", "x:%zz%2",
            "a://\u{301}é#ü",
            "visa://open?path=/tmp/ä ö.pdf", "x::://??##",
        ])
    func keepsItsText(text: String) throws {
        let url = try AppURL(text)
        #expect(Array(url.description.utf8) == Array(text.utf8))
    }

    @Test(
        "A URL is refused without a scheme, with control characters, and if it is too long",
        arguments: [
            "", "inbox", "//host/path", ":x", "1a:x", "in box:x", "é:x", "x:a\nb", "x:a\0b", "x:\u{1B}[31m", "x:\u{7F}",
        ])
    func refuses(text: String) {
        let error = #expect(throws: AppGroupError.self) { try AppURL(text) }
        #expect(error?.code == .invalidValue)
    }

    @Test("A URL may be half as long as an argument on Linux, and an error never repeats a long one")
    func hasALimit() throws {
        let longest = "x:" + String(repeating: "y", count: 65_534)
        #expect(try AppURL(longest).description == longest)
        for text in [longest + "y", String(repeating: "y", count: 65_536)] {
            let error = #expect(throws: AppGroupError.self) { try AppURL(text) }
            #expect(error.map { $0.description.utf8.count < 400 } == true)
        }
    }

    /// A URL and what its parts should be.
    struct Example: Sendable, CustomTestStringConvertible {
        let text: String
        var host = ""
        var path = ""
        var query: [String] = []
        var fragment: String?

        var testDescription: String { text }
    }

    @Test(
        "A URL has percent-decoded parts",
        arguments: [
            Example(text: "inbox://message?id=7", host: "message", query: ["id=7"]),
            Example(text: "inbox://message/new%20one", host: "message", path: "/new one"),
            Example(text: "inbox:///all", path: "/all"),
            Example(text: "inbox:all/of%20them", path: "all/of them"),
            Example(text: "inbox:", path: ""),
            Example(text: "x://ann:secret@host.example:8080/p", host: "host.example", path: "/p"),
            Example(text: "x://a@b@host/p", host: "host", path: "/p"),
            Example(text: "x://[2001:db8::1]:80/p", host: "[2001:db8::1]", path: "/p"),
            Example(text: "x://h%C3%A9", host: "hé"),
            Example(text: "x://h?a=1&b=%26&c&=d&a=2", host: "h", query: ["a=1", "b=&", "c=", "=d", "a=2"]),
            Example(text: "x://h?a=b=c&&d=%3D", host: "h", query: ["a=b=c", "d=="]),
            Example(text: "x://h?q=1#f?g#h", host: "h", query: ["q=1"], fragment: "f?g#h"),
            Example(text: "x:#", fragment: ""),
            Example(text: "x:p?a=%41%", path: "p", query: ["a=A%"]),
            Example(text: "x:p?a=%4", path: "p", query: ["a=%4"]),
            Example(text: "x:%G1%1G%%41", path: "%G1%1G%A"),
            Example(text: "x:%FF%C3", path: "\u{FFFD}\u{FFFD}"),
            Example(text: "x:a+b?c+d=e+f", path: "a+b", query: ["c+d=e+f"]),
            Example(
                text: "x://\u{301}h/\u{301}p?\u{301}a=\u{301}b#\u{301}f", host: "\u{301}h", path: "/\u{301}p",
                query: ["\u{301}a=\u{301}b"], fragment: "\u{301}f"),
        ])
    func hasParts(example: Example) throws {
        let url = try AppURL(example.text)
        #expect(url.host == example.host)
        #expect(url.path == example.path)
        #expect(url.queryItems.map { "\($0.name)=\($0.value)" } == example.query)
        #expect(url.fragment == example.fragment)
    }

    @Test("A URL's query gives the first value of a name")
    func findsAValue() throws {
        let url: AppURL = "rooms://book?room=r1&room=r2&day=%32"
        #expect(url[query: "room"] == "r1")
        #expect(url[query: "day"] == "2")
        #expect(url[query: "hour"] == nil)
    }

    @Test(
        "A URL is recognized in what a user types",
        arguments: [
            ("inbox:", true), ("Rooms://x y", true), ("inbox", false), ("/usr/bin:x", false), ("9:x", false),
            ("", false),
        ])
    func isRecognized(text: String, expected: Bool) {
        #expect(AppURL.looksLikeURL(text) == expected)
    }
}
