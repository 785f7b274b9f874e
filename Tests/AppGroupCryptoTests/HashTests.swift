import AppGroupCrypto
import Testing

@Suite("Hashes")
struct HashTests {
    @Test(
        "Each hash function gives the digest of “abc” in its specification",
        arguments: [
            (HashFunction.md5, "900150983cd24fb0d6963f7d28e17f72"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
                    + "454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func vectors(function: HashFunction, expected: String) throws {
        #expect(try function.digest(of: "abc".utf8).hexadecimal == expected)
        #expect(try function.digest(of: Array("xabc".utf8).dropFirst()).hexadecimal == expected)
    }

    @Test("The empty message has a digest, too")
    func nothing() throws {
        #expect(try HashFunction.md5.digest(of: []).hexadecimal == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(try SHA256Hasher().digest() == HashFunction.sha256.digest(of: []))
    }

    @Test("A message in pieces has the same SHA-256 as in one piece, and more may follow its digest")
    func pieces() throws {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let hasher = try SHA256Hasher()
        for (number, start) in stride(from: 0, to: message.count, by: 37).enumerated() {
            let end = min(start + 37, message.count)
            if number % 2 == 0 {
                hasher.update(Array(message[start..<end]))
            } else {
                message[start..<end].withUnsafeBytes { hasher.update($0) }
            }
            #expect(try hasher.digest() == HashFunction.sha256.digest(of: message[..<end]))
        }
        #expect(try hasher.hexadecimal() == HashFunction.sha256.digest(of: message).hexadecimal)
    }

    @Test("Bytes have two lowercase hexadecimal digits each, whatever holds them")
    func hexadecimal() {
        #expect([UInt8]().hexadecimal == "")
        #expect([0x00, 0x09, 0x0A, 0x9F, 0xF0, 0xFF].hexadecimal == "00090a9ff0ff")
        #expect("aé".utf8.hexadecimal == "61c3a9")
        #expect(CollectionOfOne(UInt8(7)).hexadecimal == "07")
        #expect((0...255).map(UInt8.init).dropFirst(254).hexadecimal == "feff")
    }
}
