import Foundation
import TestSupport
import Testing

@testable import HTTPSignatures

@Suite("Signatures of requests")
struct SignatureTests {
    private static let key = Array(
        Data(base64Encoded: "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==")!
    )

    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized.path

    private static let fields = [
        ("Host", "example.com"), ("Date", "Tue, 20 Apr 2021 02:07:55 GMT"), ("Content-Type", "application/json"),
        (
            "Content-Digest",
            "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"
        ), ("Content-Length", "18"),
    ]

    private static func request(_ more: [(String, String)] = [], method: String = "POST") -> SignedRequest {
        SignedRequest(
            method: method, targetURI: "https://example.com/foo?param=Value&Pet=dog",
            fields: (fields + more).map { (name: $0.0, value: $0.1) })
    }

    @Test func `The signature of RFC 9421, section B.2.5, is made and accepted`() throws {
        var parameters = FieldParameters()
        parameters.set("created", to: .integer(1_618_884_473))
        parameters.set("keyid", to: .string("test-shared-secret"))
        let signature = try HTTPSignature(
            signing: Self.request(), components: ["date", "@authority", "content-type"], parameters: parameters,
            key: Self.key)
        let fields = signature.fields(labeled: "sig-b25")
        #expect(
            fields[0].value
                == #"sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret""#)
        #expect(fields[1].value == "sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:")
        let signed = Self.request(fields.map { ($0.name, $0.value) })
        let found = try HTTPSignature(labeled: "sig-b25", in: signed)
        #expect(try found.isValid(for: signed, key: Self.key))
        #expect(found.created == 1_618_884_473 && found.keyID == "test-shared-secret" && found.nonce == nil)
        #expect(try !found.isValid(for: signed, key: Self.key.reversed()))
    }

    @Test func `The example of the fund server's protocol is what the library makes`() throws {
        let body = Array(
            #"{"changes":[{"base":0,"content":{"name":"Equity 500"},"deleted":false,"id":"00112233445566778899aabbccddeeff","kind":"fund"}]}"#
                .utf8)
        let signer = RequestSigner(
            label: "fund", keyID: "Qm9va3MgYXJlIG1hZGUgb2YgcGFwZXIgYW5kIGluayE", key: Array(0..<32))
        let fields = try signer.fields(
            method: "POST", targetURI: "https://funds.example.org/v1/changes", body: body, created: 1_700_000_000,
            nonce: "8Fh2kq0PzYxv3mWc7NsT4w")
        let page = try String(contentsOfFile: "\(Self.repository)/docs/fund-server.md", encoding: .utf8)
        for (name, value) in fields { #expect(page.contains("\n\(name): \(value)\n"), "\(name): \(value)") }
    }

    @Test(arguments: [
        ("@method", "POST"), ("@target-uri", "https://example.com/foo?param=Value&Pet=dog"), ("@scheme", "https"),
        ("@authority", "example.com"), ("@path", "/foo"), ("@query", "?param=Value&Pet=dog"),
        ("@request-target", "/foo?param=Value&Pet=dog"), ("x", "one, two"),
    ])
    func `Each component has the value of RFC 9421, section 2`(_ component: String, _ value: String) throws {
        #expect(try Self.request([("X", " one\t"), ("x", "two")]).value(of: component) == value)
    }

    @Test func `An address without path or query has a slash and a question mark`() throws {
        let request = SignedRequest(method: "GET", targetURI: "http://[::1]:8092", fields: [])
        let values = try ["@scheme", "@authority", "@path", "@query", "@request-target"].map {
            try request.value(of: $0)
        }
        #expect(values == ["http", "[::1]:8092", "/", "?", "/"])
    }

    private static let wrong: [(String, String, SignatureError.Code)] = [
        (#"other=("@method");created=1"#, "other=:AAAA:", .missing), ("fund=1", "fund=:AAAA:", .malformed),
        (#"fund=("@method")"#, "fund=AAAA", .malformed), (#"fund=("@method""#, "fund=:AAAA:", .malformed),
        (#"fund=("@method" "@method")"#, "fund=:AAAA:", .malformed), (#"fund=("Date")"#, "fund=:AAAA:", .malformed),
        (#"fund=(date)"#, "fund=:AAAA:", .malformed), (#"fund=("a b")"#, "fund=:AAAA:", .malformed),
        (#"fund=("date";sf)"#, "fund=:AAAA:", .unsupported),
        (#"fund=("date");alg="rsa-v1_5-sha256""#, "fund=:AAAA:", .unsupported),
        (#"fund=("date");alg=hmac-sha256"#, "fund=:AAAA:", .unsupported),
        (#"fund=("@method"),"#, "fund=:AAAA:", .malformed),
        (#"fund=("@method")"#, "fund=:AAA:", .malformed), (#"fund=("@method")"#, "fund=:A A=:", .malformed),
        (#"fund=("\u{e9}")"#, "fund=:AAAA:", .malformed), ("", "", .missing),
        ("fund=(" + (0..<40).map { "\"x\($0)\"" }.joined(separator: " ") + ")", "fund=:AAAA:", .unsupported),
        ("fund=(\(String(repeating: " ", count: 9000)))", "fund=:AAAA:", .malformed),
    ]

    @Test(arguments: wrong.indices)
    func `A signature that can't be understood is refused with its reason`(_ index: Int) {
        let (input, signature, code) = Self.wrong[index]
        let request = Self.request([("Signature-Input", input), ("Signature", signature)])
        #expect { try HTTPSignature(labeled: "fund", in: request) } throws: { ($0 as? SignatureError)?.code == code }
    }

    @Test func `A signature that covers what is not there, or can't be computed, is not checked`() throws {
        for (covered, code) in [("x-none", SignatureError.Code.incomplete), ("@status", .unsupported)] {
            let request = Self.request([("Signature-Input", "fund=(\"\(covered)\")"), ("Signature", "fund=:AAAA:")])
            let signature = try HTTPSignature(labeled: "fund", in: request)
            #expect { try signature.isValid(for: request, key: Self.key) } throws: {
                ($0 as? SignatureError)?.code == code
            }
        }
        let split = SignedRequest(method: "GET\n\"@path\": /other", targetURI: "https://example.com/", fields: [])
        #expect(throws: SignatureError.self) { try split.value(of: "@method") }
    }

    @Test func `A digest of a body is read and written as in RFC 9530`() throws {
        let body = Array(#"{"hello": "world"}"#.utf8)
        let value = try ContentDigest.value(of: body)
        #expect(value == "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:")
        let digest = try SignatureHash.sha256(of: body)
        #expect(try ContentDigest.sha256(in: "sha-512=:AAAA:, \(value)") == digest)
        for wrong in ["", "sha-256=AAAA", "sha-256=:AAAA:", "sha-512=:AAAA:", "sha-256", "\(value),"] {
            #expect(throws: SignatureError.self, "\(wrong)") { try ContentDigest.sha256(in: wrong) }
        }
    }

    @Test func `Each nonce is another one`() {
        let nonces = (0..<1000).map { _ in RequestSigner.newNonce() }
        #expect(Set(nonces).count == 1000 && nonces.allSatisfy { $0.utf8.count == 22 })
    }

    @Test func `Fields with random damage are read or refused, and what is read is written in one form`() throws {
        let start =
            #"a=1, b;c="x\"y\\";d=?0, fund=("@method" "date";sf);created=12;nonce="q";z=:AQID:, e=*t/k:;f=1.50, g=-7"#
        var random = RandomSource(seed: 7)
        var read = 0
        for _ in 0..<20_000 {
            var bytes = Array(start.utf8)
            for _ in 0...random.below(3) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(random.below(128)), at: place)
                }
            }
            guard let members = FieldParser.dictionary(String(decoding: bytes, as: UTF8.self)) else { continue }
            read += 1
            let text = Self.text(of: members)
            let again = try #require(FieldParser.dictionary(text), "\(text)")
            #expect(again == members && Self.text(of: again) == text)
        }
        #expect(read > 1000)
    }

    private static func text(of members: [String: FieldMember]) -> String {
        members.sorted { $0.key < $1.key }.map { name, member in
            switch member.content {
            case .value(let value): "\(name)=\(value.text)\(member.parameters.text)"
            case .list(let items):
                "\(name)=(\(items.map { $0.value.text + $0.parameters.text }.joined(separator: " ")))\(member.parameters.text)"
            }
        }.joined(separator: ", ")
    }
}
