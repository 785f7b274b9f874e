import Testing

@testable import Serving

struct PublicURLTests {
    @Test(arguments: [
        ("https://tools.example.com", "https://tools.example.com"),
        ("HTTP://Tools.Example.com:8080/", "http://tools.example.com:8080"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"), ("http://127.0.0.1:1", "http://127.0.0.1:1"),
        ("https://tools.example.com:443", "https://tools.example.com"), ("http://[::1]:80/", "http://[::1]"),
        ("https://tools.example.com:80", "https://tools.example.com:80"),
        ("http://tools.example.com:0443", "http://tools.example.com:443"),
    ])
    func `A public address is a scheme, a host and perhaps a port`(_ text: String, _ url: String) throws {
        #expect(try PublicURL(text).description == url)
    }

    @Test func `A server's own address leaves out the default port of its scheme`() {
        #expect(PublicURL(isSecure: true, ownPort: 443).description == "https://localhost")
        #expect(PublicURL(isSecure: true, ownPort: 80).description == "https://localhost:80")
        #expect(PublicURL(isSecure: false, ownPort: nil).description == "http://localhost")
    }

    @Test(arguments: [
        "", "tools.example.com", "ftp://a", "https://", "https://a/b", "https://a?b", "https://a#b", "https://u@a",
        "https://a b", "https://a\r\nX: y", "https://\"a", "https://a:0", "https://a:65536", "https://a:",
        "https://a:+1",
        "https://[::1", "https://[::1:1", "https://a]:1", "https://[::1]]", "https://[", "https://[]", "https://a:1:2",
        "https://[a]", "https://[::1]x", "https://-a", "https://a..b", "https://ä.de", "https://a<b>",
        "https://" + String(repeating: "a", count: 64),
    ])
    func `Anything but a scheme, a host and a port is refused as a public address`(_ text: String) {
        #expect(throws: ServiceError.self) { try PublicURL(text) }
    }
}
