import AppGroupCrypto
import AppPackage
import Serving
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
        let hmac = try MessageAuthenticator(key: key)
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
        let key = try MessageAuthenticator.key(from: [UInt8](repeating: 0x0B, count: 22), for: [], count: 42)
        #expect(
            key.hexadecimal
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }
}
