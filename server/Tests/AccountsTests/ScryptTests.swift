import AppGroupCrypto
import Testing

@testable import Accounts

struct ScryptTests {
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
}
