import AppGroup
import PackageCorpus
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The signature of links")
struct LinkSignerTests {
    private let signer: LinkSigner
    private let link: SignedLink

    init() throws {
        signer = try LinkSigner(key: [UInt8](repeating: 7, count: 32))
        link = SignedLink(
            purpose: .file, user: User.ID(rawValue: 3), package: "com.example.rooms",
            hash: BlobDigest(sha256Of: [1]), expires: 1_000_000)
    }

    @Test("A signed link can be read until it expires")
    func isRead() {
        let text = signer.sign(link)
        #expect(signer.read(text, now: 0) == link)
        #expect(signer.read(text, now: 999_999) == link)
        #expect(signer.read(text, now: 1_000_000) == nil)
        #expect(signer.read(text, now: .max) == nil)
        #expect(signer.sign(link.with(.manifest)) != text)
    }

    @Test("A signed link with one character changed, missing or added is invalid")
    func isEdited() {
        let text = Array(signer.sign(link).utf8)
        for index in text.indices {
            for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "9"), text[index] ^ 1]
            where other != text[index] {
                var edited = text
                edited[index] = other
                #expect(signer.read(String(decoding: edited, as: UTF8.self), now: 0) == nil, "at \(index)")
            }
            var shorter = text
            shorter.remove(at: index)
            #expect(signer.read(String(decoding: shorter, as: UTF8.self), now: 0) == nil)
            #expect(signer.read(String(decoding: text[..<index], as: UTF8.self), now: 0) == nil)
        }
        for end in ["A", "=", "==", " ", "\n"] {
            #expect(signer.read(String(decoding: text, as: UTF8.self) + end, now: 0) == nil)
        }
    }

    @Test("A link signed by another server is invalid")
    func isForeign() throws {
        let other = try LinkSigner(key: [UInt8](repeating: 8, count: 32))
        #expect(signer.read(other.sign(link), now: 0) == nil)
    }

    @Test("A signed link ends with its HMAC-SHA256", arguments: [[UInt8](repeating: 7, count: 32)])
    func isAuthenticated(key: [UInt8]) throws {
        let bytes = try #require(Base64URL.decode(signer.sign(link)))
        // The same value, computed by the formula in RFC 2104.
        let pad = { (byte: UInt8) in key.map { $0 ^ byte } + [UInt8](repeating: byte, count: 32) }
        let inner = SHA256.digest(of: pad(0x36) + bytes.dropLast(32))
        #expect(Array(bytes.suffix(32)) == SHA256.digest(of: pad(0x5C) + inner))
    }
}

@Suite("Base64 for URLs")
struct Base64URLTests {
    @Test(
        "Bytes are encoded as Base64 for URLs and decoded again",
        arguments: [
            ([], ""), ([0], "AA"), ([255, 239], "_-8"), ([1, 2, 3], "AQID"), ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg"),
        ]
            as [([UInt8], String)])
    func goesBothWays(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(
        "A text that is not canonical Base64 for URLs is refused",
        arguments: ["A", "AB", "AAB", "AA==", "A A", "+/", "é"])
    func isRefused(text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test("Random bytes survive encoding as Base64 for URLs")
    func holdsAtRandom() {
        var random = RandomSource(seed: 5)
        for count in 0..<200 {
            let bytes = random.bytes(count)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
