@testable import AppGroup
import TestSupport
import Testing

/// Against the programs that everybody has, on many messages at once.
@Suite("Digests")
struct DigestTests {
    /// Every length around the borders of SHA-256's blocks, and larger ones.
    static let messages: [[UInt8]] = {
        var generator = RandomSource(seed: 256)
        return (Array(0...300) + [1000, 4095, 4096, 4097, 65_535, 65_536, 1 << 20]).map { generator.bytes($0) }
    }()

    @Test("SHA-256 digests are those of sha256sum", .ownGroup)
    func matchesSHA256() async throws {
        let group = TestGroup.current
        let names = try Self.messages.indices.map { try group.makeFile("\($0)", Self.messages[$0]) }
        let result = try await RunningProcess.run("/usr/bin/env", ["sha256sum"] + names)
        #expect(result.lines.map { $0.prefix(64) } == Self.messages.map { SHA256.hexadecimal(of: $0)[...] })
    }

    @Test("CRC-32 checksums are those of zlib", .ownGroup)
    func matchesCRC32() async throws {
        let group = TestGroup.current
        let names = try Self.messages.indices.map { try group.makeFile("\($0)", Self.messages[$0]) }
        let program = "import sys, zlib\nfor name in sys.argv[1:]: print(zlib.crc32(open(name, 'rb').read()))"
        let result = try await RunningProcess.run("/usr/bin/env", ["python3", "-c", program] + names)
        #expect(result.lines.map(String.init) == Self.messages.map { "\(CRC32.checksum($0[...]))" })
    }

    @Test(
        "A package's digest that is not 64 lowercase hexadecimal digits is refused",
        arguments: [
            String(repeating: "a", count: 63), String(repeating: "A", count: 64), String(repeating: "g", count: 64), "",
            String(repeating: "a", count: 65), String(repeating: "é", count: 32),
        ])
    func refusesOtherTexts(text: String) {
        let error = #expect(throws: AppGroupError.self) { try PackageDigest(text) }
        #expect(error?.code == .invalidValue && error?.description.contains("SHA-256") == true)
    }

    @Test("A package's digest keeps its 64 digits and shows the first 12")
    func keepsItsDigits() throws {
        let text = String(repeating: "0a", count: 32)
        let digest = try PackageDigest(text)
        #expect(digest.description == text && digest.short == "0a0a0a0a0a0a")
    }
}
