import Testing

@testable import NTLM

@Suite("NTLM's hashes")
struct HashTests {
    @Test(
        "MD4 gives the digests of RFC 1320",
        arguments: [
            ("", "31d6cfe0d16ae931b73c59d7e0c089c0"), ("a", "bde52cb31de33e46245e05fbdbd6fb24"),
            ("abc", "a448017aaf21d8525fc10ae87aa6729d"), ("message digest", "d9130a8164549fe818874806e1c7014b"),
            ("abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "043f8582f241db351ce627e153e7f0e4"
            ),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "e33b4ddc9c38f2199c3e7b164fcc0536"
            ),
        ])
    func md4(message: String, digest: String) {
        #expect(hexadecimal(MD4.hash(Array(message.utf8))) == digest)
    }

    @Test("HMAC with MD5 gives the digest of RFC 2202")
    func hmac() throws {
        let key = [UInt8](repeating: 0x0B, count: 16)
        #expect(
            hexadecimal(try Digest.hmacMD5(Array("Hi There".utf8), key: key)) == "9294727a3638bb1c13f48ef8158bfc9d")
    }

    @Test("The proof and the keys are those of MS-NLMP, 4.2.4")
    func specification() throws {
        let key = try NTLMv2Response.Key(user: "User", domain: "Domain", password: "Password")
        #expect(hexadecimal(key.bytes) == "0c868a403bfd7a93a3001ef22ef02e3f")
        var names: [UInt8] = []
        for (kind, name) in [(2, "Domain"), (1, "Server")] {
            names.append(littleEndian: UInt16(kind))
            names.append(littleEndian: UInt16(name.utf16.count * 2))
            names += [UInt8](utf16: name)
        }
        let response = try NTLMv2Response(
            key, serverChallenge: [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF],
            clientChallenge: [UInt8](repeating: 0xAA, count: 8), time: 0, targetInformation: names + [0, 0, 0, 0])
        #expect(hexadecimal(response.proof) == "68cd0ab851e51c96aabc927bebef6a1c")
        #expect(hexadecimal(response.sessionBaseKey) == "8de40ccadbc14a82f15cb0ad0de95ca3")
        #expect(hexadecimal(response.oldBytes) == "86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa")
    }

    @Test("Upper and lower case of the user make no difference, and those of the domain do")
    func upperCase() throws {
        let key = { try NTLMv2Response.Key(user: $0, domain: $1, password: "x").bytes }
        #expect(try key("аннаß", "D") == key("АННАß", "D"))
        #expect(try key("anna", "D") != key("anna", "d"))
    }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
