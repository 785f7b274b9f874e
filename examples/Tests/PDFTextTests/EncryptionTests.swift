import Testing

@testable import PDFText

@Suite("Encryption")
struct EncryptionTests {
    /// The vectors that were published with the cipher, and the first 40-bit vector of RFC 6229.
    @Test(
        "RC4 encrypts the published test vectors",
        arguments: [
            ("Key", "Plaintext", [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3]),
            ("Wiki", "pedia", [0x10, 0x21, 0xBF, 0x04, 0x20]),
            (
                "Secret", "Attack at dawn",
                [0x45, 0xA0, 0x1F, 0x64, 0x5F, 0xC3, 0x5B, 0x38, 0x35, 0x52, 0x54, 0x4B, 0x9B, 0xF5]
            ),
            ("\u{1}\u{2}\u{3}\u{4}\u{5}", "\0\0\0\0\0\0\0\0", [0xB2, 0x39, 0x63, 0x05, 0xF0, 0x3D, 0xC0, 0x27]),
        ] as [(String, String, [UInt8])])
    func rc4(key: String, plain: String, expected: [UInt8]) {
        var cipher = RC4(key: Array(key.utf8))
        #expect(cipher.apply(Array(plain.utf8)) == expected)
    }

    @Test(
        "Streams that are too short decrypt to nothing, and all others in whole blocks",
        arguments: [0, 15, 16, 31, 47, 100])
    func shortStreams(count: Int) throws {
        let key = [UInt8](repeating: 7, count: 16)
        let plain = try AESCBC.decryptStream([UInt8](repeating: 1, count: count), key: key)
        #expect(plain.count <= max(0, count - 16))
    }
}
