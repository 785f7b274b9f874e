import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import NTLM

@Suite("NTLM logins")
struct LoginTests {
    private func answer(
        _ acceptor: Acceptor, user: String, password: String, binding: ChannelBinding? = nil
    ) throws -> (answer: String, message: [UInt8]) {
        let challenge = bytes(hexadecimal: try acceptor.step(hexadecimal(NTLMClient.negotiateMessage)))
        let message = try NTLMClient(user: user, password: password).authenticateMessage(
            for: challenge, binding: binding, service: "HTTP/mail.example.com", time: 0,
            clientChallenge: (0..<8).map { _ in UInt8.random(in: 0...255) })
        return (try acceptor.step(hexadecimal(message)), message)
    }

    @Test(
        "pyspnego accepts users of every spelling, even with passwords that are not ASCII",
        arguments: [
            ("EXAMPLE:anna:Secret", "EXAMPLE\\anna", "Secret"), ("EXAMPLE:anna:Пароль1", "EXAMPLE\\ANNA", "Пароль1"),
            ("EXAMPLE:Анна:пароль 😀", "EXAMPLE\\анна", "пароль 😀"), ("EXAMPLE:anna:", "EXAMPLE\\anna", ""),
        ])
    func accepted(entry: String, user: String, password: String) throws {
        let (answer, _) = try answer(try Acceptor(user: entry), user: user, password: password)
        #expect(answer.hasPrefix("accepted"), "\(answer)")
    }

    @Test("pyspnego refuses a wrong password")
    func wrongPassword() throws {
        let (answer, _) = try answer(
            try Acceptor(user: "EXAMPLE:anna:Secret"), user: "EXAMPLE\\anna", password: "secret")
        #expect(answer.hasPrefix("refused"))
    }

    @Test(
        "A login is bound to the certificate by the hash that its signature uses",
        arguments: [
            ("sha256", ["-newkey", "rsa:2048", "-sha1"]), ("sha256", ["-newkey", "rsa:2048", "-sha256"]),
            ("sha384", ["-newkey", "rsa:2048", "-sha384"]), ("sha512", ["-newkey", "rsa:2048", "-sha512"]),
            ("sha384", ["-newkey", "rsa:2048", "-sha384", "-sigopt", "rsa_padding_mode:pss"]),
            ("sha384", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-sha384"]),
        ])
    func bound(hash: String, options: [String]) throws {
        let folder = try TemporaryFolder("binding")
        defer { withExtendedLifetime(folder) {} }
        let one = try Exchange.makeCertificate(in: folder.url, options: options).certificate
        let other = try Exchange.makeCertificate(in: folder.url, name: "other", options: options).certificate
        let binding = try #require(try ChannelBinding(certificate: try certificate(one)))
        #expect(binding.hash != [UInt8](repeating: 0, count: 16))
        let acceptor = try Acceptor(user: "EXAMPLE:anna:Secret", certificate: (one, hash))
        let (accepted, message) = try answer(acceptor, user: "EXAMPLE\\anna", password: "Secret", binding: binding)
        #expect(accepted.hasPrefix("accepted"), "\(accepted)")
        // pyspnego also accepts a login that is bound to nothing, so the binding itself must be in the message.
        #expect(hexadecimal(message).contains(hexadecimal([10, 0, 16, 0] + binding.hash)))
        let stranger = try #require(try ChannelBinding(certificate: try certificate(other)))
        let (refused, _) = try answer(acceptor, user: "EXAMPLE\\anna", password: "Secret", binding: stranger)
        #expect(refused.hasPrefix("refused"), "\(refused)")
    }

    private func certificate(_ path: String) throws -> [UInt8] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return Array(try #require(Data(base64Encoded: lines.joined())))
    }

    @Test("A certificate that is cut or changed anywhere gives no binding, or one, but never a crash")
    func damagedCertificates() throws {
        let folder = try TemporaryFolder("binding")
        defer { withExtendedLifetime(folder) {} }
        let whole = try certificate(try Exchange.makeCertificate(in: folder.url).certificate)
        for count in 0..<whole.count { #expect(try ChannelBinding(certificate: Array(whole[..<count])) == nil) }
        for place in whole.indices {
            var changed = whole
            changed[place] ^= UInt8.random(in: 1...255)
            _ = try ChannelBinding(certificate: changed)
        }
        #expect(try ChannelBinding(certificate: []) == nil)
    }
}
