import Testing

@testable import LauncherStore

@Suite("Server addresses")
struct ServerAddressTests {
    @Test(
        "A server address is the origin of the typed text",
        arguments: [
            ("https://tools.example.com", "https://tools.example.com"),
            ("tools.example.com", "https://tools.example.com"),
            ("HTTPS://Tools.Example.COM:443/", "https://tools.example.com"),
            ("tools.example.com:8443//", "https://tools.example.com:8443"), ("http://localhost:80", "http://localhost"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://127.8.9.10", "http://127.8.9.10"),
            ("http://[::1]:5", "http://[::1]:5"), ("https://[2001:db8::1]", "https://[2001:db8::1]"),
            ("https://xn--caf-dma.example", "https://xn--caf-dma.example"),
        ])
    func accepts(text: String, origin: String) throws {
        let address = try ServerAddress(text)
        #expect("\(address)" == origin)
        #expect(try ServerAddress("\(address)") == address)
    }

    @Test(
        "A text that is not a server address is refused",
        arguments: [
            "", "https://", "ftp://a", "https://a b", "https://a/path", "https://user@host", "https://user:pass@host",
            "https://a?b", "https://a#b", "https://a:0", "https://a:65536", "https://a:+1", "https://a:1x",
            "https://a..b",
            "https://[::1", "https://::1", "https://café.example", "https://a\u{0}", "https://a\r\nb", "https://a%2fb",
            "file:///x",
            "https://[a]b]", "https://\(String(repeating: "a", count: 64)).b", "https://\\evil",
        ])
    func refuses(text: String) {
        #expect(throws: ClientError.self) { try ServerAddress(text) }
    }

    @Test(
        "An http address of another machine is refused, however it is disguised",
        arguments: [
            "http://example.com", "http://127.0.0.1.example.com", "http://localhost.example.com", "http://127.0.0.256",
            "http://127.1", "http://0.0.0.0", "http://[::ffff:127.0.0.1]", "http://2130706433", "http://1270.0.0.1",
        ])
    func refusesPlain(text: String) {
        let error = #expect(throws: ClientError.self) { try ServerAddress(text) }
        #expect(error?.code == .notPermitted)
    }

    @Test("Different servers have different file names")
    func fileNames() throws {
        let addresses = [
            "https://a", "https://a:444", "http://localhost", "https://localhost", "http://localhost:443",
            "http://[::1]", "https://[::1]",
        ]
        let names = try addresses.map { try ServerAddress($0).fileName }
        #expect(Set(names).count == names.count && names.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") })
    }
}
