import AppPackage
import Testing

@testable import CatalogServer

@Suite("Keys and codes")
struct CryptographyTests {
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
        let hmac = try HMACSHA256(key: key)
        let code = hmac.code(of: message.utf8)
        #expect(code.hexadecimal == expected)
        #expect(hmac.isCode(code, of: message.utf8))
        #expect(!hmac.isCode(code.dropLast(), of: message.utf8) && !hmac.isCode(code, of: "\(message) ".utf8))
        for index in code.indices {
            var other = code
            other[index] ^= 1
            #expect(!hmac.isCode(other, of: message.utf8), "at \(index)")
        }
    }

    @Test("HKDF-SHA256 gives the key of RFC 5869, test case 3")
    func derivedKey() throws {
        let key = try HMACSHA256.key(from: [UInt8](repeating: 0x0B, count: 22), for: [], count: 42)
        #expect(
            key.hexadecimal
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test(
        "scrypt gives the keys of RFC 7914",
        arguments: [
            (
                "", "", 4, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 10, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
        ])
    func passwordKey(
        password: String, salt: String, logarithm: Int, blockSize: Int, parallelism: Int, expected: String
    ) throws {
        let cost = try #require(ScryptCost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism))
        let key = try cost.key(from: Array(password.utf8), salt: Array(salt.utf8), count: 64)
        #expect(key.hexadecimal == expected)
    }

    @Test("Random bytes have the length that was asked for and differ each time", arguments: [1, 16, 32])
    func randomBytes(count: Int) {
        let (first, second) = (SecureRandom.bytes(count), SecureRandom.bytes(count))
        #expect(first.count == count && second.count == count)
        #expect(count < 16 || first != second)
    }
}
