import AppCatalog
import AppGroup
import Foundation
import PackageCorpus
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

/// Compares the server's answers with those of nginx to the same requests for the same bytes.
@Suite("The answers to ranges compared with nginx", .timeLimit(.minutes(20)))
struct RangeAnswerTests {
    /// Sends many requests over one connection. Its result has the status, `Content-Range` and the parts of each body.
    private static let client = """
        import email.parser, hashlib, http.client, urllib.parse
        url = urllib.parse.urlsplit(given["url"])
        connection = http.client.HTTPConnection(url.hostname, url.port)
        answer = []
        for value in given["ranges"]:
            headers = {"Range": value}
            if given.get("token"): headers["Authorization"] = "Bearer " + given["token"]
            connection.request("GET", url.path, headers=headers)
            response = connection.getresponse()
            body = response.read()
            kind = response.getheader("Content-Type") or ""
            parts = []
            if kind.startswith("multipart/byteranges"):
                message = email.parser.BytesParser().parsebytes(b"Content-Type: " + kind.encode() + b"\\r\\n" + body)
                parts = [f"{part['Content-Range']} {part['Content-Type']} " + part.get_payload(decode=True).hex()
                         for part in message.get_payload()]
                assert len(body) == int(response.getheader("Content-Length"))
            elif response.status == 206: parts = [body.hex()]
            elif response.status == 200: parts = [hashlib.sha256(body).hexdigest()]
            answer.append({"range": value, "status": response.status,
                           "contentRange": response.getheader("Content-Range") or "", "parts": parts})
        """

    private struct Given: Encodable {
        let url: String
        let token: String?
        let ranges: [String]
    }

    private struct Answer: Decodable, Hashable {
        let range: String
        let status: Int
        let contentRange: String
        let parts: [String]
    }

    /// Ranges of files of about 20,000 bytes: sensible ones, random ones, and random text that looks like one.
    private static var ranges: [String] {
        var random = RandomSource(seed: 10)
        let named = [
            "bytes=0-0", "bytes=-500", "bytes=0-", "bytes=100-50", "bytes=999999-", "bytes=-0", "bytes=-999999",
            "bytes=",
            "bytes", "items=0-5", "bytes=0-0,2-2,4-4", "bytes=5-,0-3", "bytes=a-b", "bytes=1-2,x",
            "bytes=0-19999,0-19999",
            "bytes= 1 - 2 ", "bytes=1-2 , 4-5", "bytes=-1,-2", "bytes=,1-2", "bytes=1-2,,3-4", "Bytes=0-1", "bytes:0-1",
            "bytes=0-1;", "bytes=9223372036854775807-", "bytes=9223372036854775808-", "bytes=0-9223372036854775808",
            "bytes=" + (0..<100).map { "\($0)-\($0)" }.joined(separator: ","),
            "bytes=" + (0..<101).map { "\($0)-\($0)" }.joined(separator: ","),
        ]
        let numbers = (0..<600).map { _ in
            let parts = (0..<1 + random.below(3)).map { _ in
                switch random.below(4) {
                case 0: "-\(random.below(30_000))"
                case 1: "\(random.below(22_000))-"
                default: "\(random.below(22_000))-\(random.below(22_000))"
                }
            }
            return "bytes=" + parts.joined(separator: ",")
        }
        let letters = ["0", "1", "7", "-", "-", ",", " ", "x", "bytes=", "20000"]
        let garbage = (0..<600).map { _ in
            "bytes=" + (0..<1 + random.below(8)).map { _ in letters[random.below(letters.count)] }.joined()
        }
        return named + numbers + garbage.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("Requests for random ranges get the same answers as from nginx")
    func agreesAtRandom() async throws {
        let server = try await RunningServer()
        let ada = try await server.addUser("ada", role: .publisher)
        let files = try TemporaryFolder()
        let package = try SamplePackage(payload: 19_000, in: files)
        try await server.publish(package, as: ada)
        try await server.grant("org.example.rooms", to: ada)
        let nginx = try await NginxServer(files: files.path)
        let ranges = Self.ranges
        let theirs: [Answer] = try await Python.run(
            Self.client,
            given: Given(url: "\(nginx.url)/\(package.path.split(separator: "/").last!)", token: nil, ranges: ranges))
        let ours: [Answer] = try await Python.run(
            Self.client, given: Given(url: server.url + package.file, token: ada.token, ranges: ranges))
        for (our, their) in zip(ours, theirs) { #expect(our == their) }
        #expect(Set(ours.map(\.status)) == [200, 206, 416])
    }

    @Test("A request for thousands of ranges gets the whole file or is refused")
    func boundsRanges() async throws {
        let server = try await RunningServer()
        let ada = try await server.addUser("ada", role: .publisher)
        let files = try TemporaryFolder()
        let package = try SamplePackage(payload: 19_000, in: files)
        try await server.publish(package, as: ada)
        try await server.grant("org.example.rooms", to: ada)
        let many = (0..<1000).map { "\($0)-\($0)" }.joined(separator: ",")
        let answer = try await server.curl(ada.header + ["-H", "Range: bytes=\(many)"], package.file)
        #expect(answer.status == 200 && answer.body == package.bytes, "\(answer)")
        let tooMany = (0..<10_000).map { "\($0)-\($0)" }.joined(separator: ",")
        let refused = try await server.curl(ada.header + ["-H", "Range: bytes=\(tooMany)"], package.file)
        #expect([200, 400, 431].contains(refused.status), "\(refused)")
        #expect(try await server.curl(ada.header, package.file).status == 200)
    }
}
