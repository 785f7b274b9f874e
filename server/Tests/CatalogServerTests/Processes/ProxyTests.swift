import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

/// What `Host` and `X-Forwarded-*` do to links and logs. The link is read from the message that asks a stranger to log in.
struct ProxyTests {
    /// A header, and the beginning of the server's links if it comes directly or from a trusted proxy; `nil` if the server
    /// keeps its own address.
    static let headers: [(String, direct: String?, trusted: String?)] = [
        ("Host: tools.example.com", "http://tools.example.com", "http://tools.example.com"),
        ("Host: evil.example.com/path", nil, nil), ("Host: a\"><script>", nil, nil),
        ("Host: user@evil.example.com", nil, nil),
        ("Host: a b", nil, nil), ("Host: evil.example.com#", nil, nil), ("Host: evil.example.com:http", nil, nil),
        ("X-Forwarded-Host: evil.example.com", nil, "http://evil.example.com"),
        ("X-Forwarded-Host: evil.example.com, other.example.com", nil, nil), ("X-Forwarded-Host: e\\vil", nil, nil),
        ("X-Forwarded-Proto: https", nil, "https://"), ("X-Forwarded-Proto: javascript", nil, nil),
    ]

    @Test(arguments: [false, true])
    func `Links ignore a header that is not a host or comes from an untrusted sender`(_ isTrusted: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try await ServerProcess(
            in: folder, isTrusted ? ["--trusted-proxies", "127.0.0.1,10.0.0.0/8"] : [])
        for (header, direct, trusted) in Self.headers {
            let answer = try await server.curl("/v1/sessions", "--header", header)
            let link = (isTrusted ? trusted : direct) ?? "http://"
            let own = ["http://127.0.0.1:\(server.port)", "http://localhost:\(server.port)"]
            // No host has such characters.
            if answer.status == 400, header.hasPrefix("Host: "), direct == nil { continue }
            #expect(answer.status == 401)
            let shown = try #require(answer.body.firstMatch(of: /launcher login (.*)"}}$/)).output.1
            #expect(shown.hasPrefix(link), "\(header)")
            if link == "http://" { #expect(own.contains(String(shown)), "\(header)") }
        }
    }

    @Test func `Links begin with the configured public address, whatever the request says`() async throws {
        let folder = try TemporaryFolder()
        let server = try await ServerProcess(
            in: folder, ["--public-url", "https://tools.example.com", "--trusted-proxies", "127.0.0.1"])
        for header in ["Host: evil.example.com", "X-Forwarded-Host: evil.example.com", "X-Forwarded-Proto: http"] {
            let answer = try await server.curl("/v1/sessions", "--header", header)
            #expect(answer.body.contains("launcher login https://tools.example.com\""))
        }
    }

    @Test(arguments: [
        "Forwarded: for=9.9.9.9", "X-Forwarded-For: 9.9.9.9", "X-Forwarded-Host: tools.example.com",
        "X-Forwarded-Proto: https", "X-Real-IP: 9.9.9.9", "Via: 1.1 nginx",
    ])
    func `Metrics need a token if any field says that a proxy on this machine passed the request on`(_ header: String)
        async throws
    {
        let server = try await ServerProcess(in: try TemporaryFolder())
        #expect(try await server.curl("/metrics").status == 200)
        #expect(try await server.curl("/metrics", "--header", header).status == 401)
    }

    @Test func `The caller is the last forwarded address that is not a trusted proxy`() async throws {
        let folder = try TemporaryFolder()
        let server = try await ServerProcess(in: folder, ["--trusted-proxies", "127.0.0.1,10.0.0.0/8"])
        let callers = [
            ("203.0.113.7", "203.0.113.7"), ("198.51.100.1, 203.0.113.7, 10.1.1.1", "203.0.113.7"),
            ("198.51.100.1, nonsense\", 10.1.1.1", "10.1.1.1"), ("2001:db8::7", "2001:db8::7"),
            ("unknown", "127.0.0.1"), ("203.0.113.8:4000", "203.0.113.8"), ("[2001:db8::8]:4000", "2001:db8::8"),
            ("[2001:db8::9], 10.1.1.1:80", "2001:db8::9"), ("203.0.113.9:4000:1", "127.0.0.1"),
        ]
        for (number, (header, _)) in callers.enumerated() {
            _ = try await server.curl("/caller\(number)", "--header", "X-Forwarded-For: \(header)")
        }
        #expect(server.end(SIGTERM) == 0)
        for (number, (_, address)) in callers.enumerated() {
            let line = try #require(server.log.split(separator: "\n").first { $0.contains("/caller\(number)\"") })
            let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(entry["address"] as? String == address)
        }
        #expect(server.log.components(separatedBy: "that is not an address, so its clients share one limit").count == 2)
    }
}
