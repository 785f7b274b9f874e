import AppGroupCrypto
import AppPackage
import Serving
import Testing

@testable import CatalogServer

@Suite("Keys and codes")
struct CryptographyTests {
    @Test("A code belongs to its own message, as a whole")
    func codes() throws {
        let hmac = try MessageAuthenticator(key: [1])
        let code = hmac.code(of: "message".utf8)
        #expect(hmac.isCode(code, of: "message".utf8))
        #expect(!hmac.isCode(code.dropLast(), of: "message".utf8) && !hmac.isCode(code, of: "message ".utf8))
    }

    @Test("HKDF-SHA256 gives the key of RFC 5869, test case 3")
    func derivedKey() throws {
        let key = try MessageAuthenticator.key(from: [UInt8](repeating: 0x0B, count: 22), for: [], count: 42)
        #expect(
            key.hexadecimal
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }
}
