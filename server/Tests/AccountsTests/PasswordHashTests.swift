import Foundation
import Serving
import TestSupport
import Testing

@testable import Accounts

struct PasswordHashTests {
    private struct Case: Codable {
        let password: String
        let text: String
    }

    /// Python's `hashlib.scrypt` uses OpenSSL too, so this checks how hashes are written; `ScryptTests` check scrypt itself.
    @Test func `A password hash is what scrypt gives for the parameters written in it`() async throws {
        let costs = [
            ScryptCost(logarithm: 4, blockSize: 8, parallelism: 1),
            ScryptCost(logarithm: 10, blockSize: 3, parallelism: 2),
        ]
        let cases = try ["correct horse", "", "Grüße, 世界"].flatMap { password in
            try costs.compactMap { $0 }.map { cost in
                Case(password: password, text: try PasswordHash(of: Password(typed: password), cost: cost).description)
            }
        }
        let program = """
            import hashlib
            def agrees(case):
                _, name, parameters, salt, hash = case["text"].split("$")
                p = dict(part.split("=") for part in parameters.split(","))
                raw = lambda text: base64.b64decode(text + "=" * (-len(text) % 4))
                return name == "scrypt" and raw(hash) == hashlib.scrypt(
                    case["password"].encode(), salt=raw(salt), n=1 << int(p["ln"]), r=int(p["r"]), p=int(p["p"]), dklen=32)
            answer = [agrees(case) for case in given]
            """
        let agreed: [Bool] = try await Python.run(program, given: cases)
        #expect(agreed == Array(repeating: true, count: cases.count))
    }

    @Test func `New password hashes have the cost that OWASP recommends`() {
        #expect(ScryptCost.recommended == ScryptCost(logarithm: 17, blockSize: 8, parallelism: 1))
    }

    @Test func `A stored password hash is read back and matches only its password`() throws {
        let hash = try PasswordHash.sample("secret")
        let read = try PasswordHash(hash.description)
        #expect(read == hash)
        #expect(try read.matches(Password(typed: "secret")))
        #expect(try !read.matches(Password(typed: "Secret")))
        #expect(try !PasswordHash.unmatched(cost: .cheapest).matches(Password(typed: "")))
    }

    @Test func `Composed and decomposed letters make the same password`() throws {
        #expect(try PasswordHash.sample("caf\u{E9}-caf\u{E9}").matches(Password(typed: "cafe\u{301}-cafe\u{301}")))
    }

    @Test(arguments: [
        "", "secret", "$scrypt$ln=17,r=8,p=1$AAAA", "$bcrypt$ln=17,r=8,p=1$AAAA$AAAA",
        "$scrypt$ln=63,r=8,p=1$AAAA$AAAA",
        "$scrypt$ln=17,r=8$AAAA$AAAA", "$scrypt$ln=-1,r=8,p=1$AAAA$AAAA", "$scrypt$ln=17,r=8,p=1$AAAA$AAAA",
        "$scrypt$r=8,ln=17,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "$scrypt$$$",
    ])
    func `A password hash that is malformed or too costly is refused`(_ text: String) {
        #expect(throws: ServiceError.self) { try PasswordHash(text) }
    }

    @Test(arguments: ["", "seven77", String(repeating: "x", count: 1025)])
    func `A new password that is too short or too long is refused`(_ text: String) {
        #expect(throws: ServiceError.self) { try Password(new: text) }
    }

    @Test func `A password never appears in descriptions or dumps`() {
        let password = Password(typed: "hunter2hunter2")
        #expect(
            !"\(password) \(String(reflecting: password)) \(String(describing: Optional(password)))".contains("hunter2")
        )
        var dumped = ""
        dump(password, to: &dumped)
        #expect(!dumped.contains("104"))
    }
}
