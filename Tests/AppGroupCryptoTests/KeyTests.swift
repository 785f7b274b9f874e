import AppGroupCrypto
import Testing

@Suite("Codes and ciphers")
struct KeyTests {
    @Test(
        "HMAC-SHA256 gives the codes of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
        ])
    func codes(key: [UInt8], message: String, expected: String) throws {
        #expect(try HMACSHA256.code(of: message.utf8, key: key).hexadecimal == expected)
    }

    @Test("An empty key is a key of its own, even after a code with another one")
    func emptyKey() throws {
        _ = try HMACSHA256.code(of: [], key: [1, 2, 3])
        let code = try HMACSHA256.code(of: [], key: [])
        #expect(code.hexadecimal == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test("Codes are equal only if every byte and their number are")
    func equality() throws {
        let code = try HMACSHA256.code(of: "message".utf8, key: [1])
        #expect(try HMACSHA256.areEqual(code, code) && HMACSHA256.areEqual([], []))
        #expect(try !HMACSHA256.areEqual(code, code.dropLast()) && !HMACSHA256.areEqual([], code))
        for index in code.indices {
            var other = code
            other[index] ^= 1
            #expect(try !HMACSHA256.areEqual(code, other), "at \(index)")
        }
    }

    /// The first two blocks of NIST SP 800-38A, F.2.1 and F.2.5.
    @Test(
        "AES in the mode CBC gives the blocks of NIST SP 800-38A, and decrypts them",
        arguments: [
            (
                "2b7e151628aed2a6abf7158809cf4f3c",
                "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
            ),
            (
                "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
                "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
            ),
        ])
    func blocks(key: String, expected: String) throws {
        let (key, start) = (bytes(key), [UInt8](0..<16))
        let plain = bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let encrypted = try AES.cbc(plain, key: key, start: start, encrypts: true)
        #expect(encrypted.hexadecimal == expected)
        #expect(try AES.cbc(encrypted, key: key, start: start, encrypts: false) == plain)
        #expect(try AES.cbc([], key: key, start: start, encrypts: true) == [])
    }

    private func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
    }
}
