import AppGroup
import AppGroupPlatform
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Signatures of S3 requests")
struct RequestSignerTests {
    private struct Sample: Codable {
        let method, host, key, payload, access, secret, region: String
        let token: String?
        let query, fields: [[String]]
        let seconds, expires: Int
    }

    private static let letters = Array("abcXYZ019-._~ /+%&=?#:@!$'()*,;<>[]{}|\\^`\"äé漢😀\u{301}").map(String.init)

    private static func sample(_ random: inout RandomSource) -> Sample {
        func text(_ longest: Int) -> String { (0...random.below(longest)).map { _ in random.pick(letters) }.joined() }
        let names = Set((0..<random.below(4)).map { _ in text(8) })
        return Sample(
            method: random.pick(["GET", "PUT", "POST", "HEAD", "DELETE"]),
            host: random.pick(["127.0.0.1:8333", "bucket.s3.eu-central-1.amazonaws.com", "s3.example.com"]),
            key: text(20),
            payload: random.bytes(32).map { String(format: "%02x", $0) }.joined(),
            access: "AKIA\(random.below(1 << 30))",
            secret: text(30).filter(\.isASCII) + "s", region: random.pick(["us-east-1", "eu-central-1", "garage"]),
            token: random.isOnce(in: 3) ? "token/\(random.below(1 << 30))==" : nil, query: names.map { [$0, text(8)] },
            fields: (0..<random.below(4)).map { ["x-amz-meta-\($0)", random.pick(["a", " a  b ", "x   y\tz", "*"])] },
            seconds: 1_000_000_000 + random.below(2_000_000_000), expires: 1 + random.below(604_800))
    }

    /// botocore's own signers with a fixed clock.
    private static let oracle = """
        import datetime, urllib.parse, unittest.mock
        import botocore.auth, botocore.awsrequest, botocore.credentials
        class Clock(datetime.datetime):
            @classmethod
            def utcnow(cls): return moment
            @classmethod
            def now(cls, zone=None): return moment.replace(tzinfo=zone)
        real, answer = datetime.datetime, []
        patched = [unittest.mock.patch("botocore.auth.get_current_datetime", lambda *words, **more: moment)]
        for patch in patched: patch.start()
        for item in given:
            moment = real.fromtimestamp(item["seconds"], datetime.timezone.utc).replace(tzinfo=None)
            credentials = botocore.credentials.Credentials(item["access"], item["secret"], item.get("token"))
            quote = lambda text: urllib.parse.quote(text, safe="-_.~")
            path = "/" + urllib.parse.quote(item["key"], safe="-_.~/")
            query = "&".join(sorted(quote(name) + "=" + quote(value) for name, value in item["query"]))
            url = "https://" + item["host"] + path + ("?" + query if query else "")
            def request():
                made = botocore.awsrequest.AWSRequest(item["method"], url, data=b"", headers=dict(item["fields"]))
                made.headers["Host"] = item["host"]
                made.context["payload_signing_enabled"] = True
                return made
            signed = request()
            class Signer(botocore.auth.S3SigV4Auth):
                def payload(self, request): return item["payload"]
            Signer(credentials, "s3", item["region"]).add_auth(signed)
            linked = request()
            botocore.auth.S3SigV4QueryAuth(credentials, "s3", item["region"], expires=item["expires"]).add_auth(linked)
            answer.append([signed.headers["Authorization"], linked.url.rsplit("=", 1)[1]])
        """

    @Test("10,000 random requests get the signatures that botocore gives them, in fields and in links")
    func agreesWithBotocore() async throws {
        var random = RandomSource(seed: 18)
        let samples = (0..<10_000).map { _ in Self.sample(&random) }
        let expected: [[String]] = try await Python.run(
            Self.oracle, given: samples, with: URL(filePath: "\(S3Server.tools)/python"))
        #expect(expected.count == samples.count)
        var different = 0
        for (sample, expected) in zip(samples, expected) {
            let signer = RequestSigner(
                ObjectCredentials(key: sample.access, secret: sample.secret, token: sample.token), region: sample.region
            )
            var subject = RequestSigner.Subject(
                method: sample.method, host: sample.host, path: "/" + PercentEncoding.encoded(sample.key, keeping: "/"))
            subject.query = sample.query.map { ($0[0], $0[1]) }
            subject.fields = sample.fields.map { ($0[0], $0[1]) }
            let time = SigningTime(Timestamp(milliseconds: Int64(sample.seconds) * 1000))
            let fields = try signer.fields(of: subject, payload: sample.payload, at: time)
            let link = try signer.link(to: subject, seconds: sample.expires, at: time)
            let ours = [fields.last?.value ?? "", String(link.split(separator: "=").last ?? "")]
            if ours != expected {
                different += 1
                if different <= 3 { Issue.record("\(sample): \(ours), but botocore has \(expected)") }
            }
        }
        #expect(different == 0)
    }
}
