import Testing

@testable import Downloading
@testable import LauncherStore

@Suite("Paths, redirections and tokens")
struct RequestPartsTests {
    @Test(
        "A path in a catalog that leads elsewhere is refused",
        arguments: [
            "", "/", "a", "//evil.example/a", "https://evil.example/a", "/../a", "/a/..", "/a/./b", "/a//b", "/a?b",
            "/a#b", "/a%2e%2e",
            "/a b", "/a\r\nX: y", "/a\\b", "/a@b", "/a:b", "/\u{0}", "/é", "/" + String(repeating: "a", count: 1024),
        ])
    func refusedPaths(text: String) {
        #expect(ServerPath(untrusted: text) == nil)
    }

    @Test(
        "A plain path is not changed",
        arguments: ["/v1/packages/com.example.rooms/releases/0af/file", "/a", "/..a/b~_-"])
    func paths(text: String) {
        #expect(ServerPath(untrusted: text)?.description == text)
    }

    @Test(
        "A redirection is followed to an absolute address, but never out of TLS",
        arguments: [
            ("https://a.example", "/b?c#d", "https://a.example", "/b?c#d"),
            ("https://a.example", "https://b.example:8443/c?d#e", "https://b.example:8443", "/c?d"),
            ("https://a.example", "https://b.example", "https://b.example", "/"),
            ("https://a.example", "https://b.example?c", "https://b.example", "/?c"),
            ("http://127.0.0.1:1", "https://b.example/c", "https://b.example", "/c"),
            ("http://127.0.0.1:1", "http://127.0.0.1:2/c", "http://127.0.0.1:2", "/c"),
        ])
    func redirects(from: String, location: String, server: String, path: String) throws {
        let target = try RedirectTarget(location, from: try ServerAddress(from))
        #expect("\(target.server)" == server && target.path == path)
    }

    @Test(
        "Any other redirection is refused",
        arguments: [
            nil, "", "b", "//b.example/c", "http://b.example/c", "http://127.0.0.1/c", "ftp://b/c",
            "javascript:alert(1)",
            "https://user@b.example/", "https://b.example\r\nX: y", "https:///c", "https://é.example/",
        ] as [String?])
    func refusedRedirects(location: String?) throws {
        let server = try ServerAddress("https://a.example")
        let error = #expect(throws: ClientError.self) { try RedirectTarget(location, from: server) }
        #expect(error?.code == .brokenProtocol)
    }

    @Test(
        "Retry-After is a number of seconds or a date, and any other value is ignored",
        arguments: [
            ("0", 0), ("120", 120), ("999999999", 999_999_999), ("", nil), ("1.5", nil),
            ("9999999999", nil),
            ("Wed, 21 Oct 2015 07:28:00 GMT", 60), ("Wednesday, 21-Oct-15 07:28:00 GMT", 60),
            ("Wed Oct 21 07:28:00 2015", 60), ("Wed, 21 Oct 2015 07:26:00 GMT", 0), ("٣", nil), (nil, nil),
        ] as [(String?, Int?)])
    func retryAfter(field: String?, seconds: Int?) throws {
        var head = try #require(ResponseHead(statusLine: "HTTP/1.1 503 Service Unavailable"))
        head.add("Date: Wed, 21 Oct 2015 07:27:00 GMT")
        if let field { head.add("Retry-After: \(field)") }
        #expect(RetryAfter(head)?.seconds == seconds)
    }

    @Test("A token is one visible word", arguments: ["", "a b", "a\r\nX: y", "é", String(repeating: "a", count: 4097)])
    func refusedTokens(text: String) { #expect(Token(text) == nil) }

    @Test("A token is not shown when it is printed")
    func hiddenToken() throws {
        let token = try #require(Token("sEcReT"))
        var dumped = ""
        dump(token, to: &dumped)
        #expect(![dumped, "\(token)", String(reflecting: token)].contains { $0.contains("sEcReT") })
    }
}
