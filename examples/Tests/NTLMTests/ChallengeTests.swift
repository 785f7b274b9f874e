import TestSupport
import Testing

@testable import NTLM

@Suite("NTLM challenges")
struct ChallengeTests {
    /// A challenge as Exchange sends it.
    private static let challenge: [UInt8] = {
        var list: [UInt8] = []
        for (kind, value) in [
            (2, [UInt8](utf16: "EXAMPLE")), (1, [UInt8](utf16: "MAIL")), (4, [UInt8](utf16: "example.com")),
            (6, [1, 0, 0, 0]), (7, [1, 2, 3, 4, 5, 6, 7, 8]), (0, []),
        ] {
            list.append(littleEndian: UInt16(kind))
            list.append(littleEndian: UInt16(value.count))
            list += value
        }
        var bytes = NTLMClient.signature + [2, 0, 0, 0]
        bytes += [14, 0, 14, 0, 56, 0, 0, 0]
        bytes.append(littleEndian: UInt32(0xE289_8235))
        bytes += [1, 35, 69, 103, 137, 171, 205, 239] + [UInt8](repeating: 0, count: 8)
        bytes.append(littleEndian: UInt16(list.count))
        bytes.append(littleEndian: UInt16(list.count))
        bytes.append(littleEndian: UInt32(70))
        return bytes + [10, 0, 0x63, 0x45, 0, 0, 0, 15] + [UInt8](utf16: "EXAMPLE") + list
    }()

    private func answer(to challenge: [UInt8]) throws(NTLMError) -> [UInt8] {
        try NTLMClient(user: "EXAMPLE\\anna", password: "Secret").authenticateMessage(
            for: challenge, binding: nil, service: "HTTP/mail", time: 99, clientChallenge: [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("A challenge is read completely, and the answer carries its time and says that it has an integrity code")
    func whole() throws {
        let message = try ChallengeMessage(Self.challenge)
        #expect(message.challenge == [1, 35, 69, 103, 137, 171, 205, 239])
        #expect(message.targetInformation.map(\.identifier) == [2, 1, 4, 6, 7])
        #expect(message.timestamp == 0x0807_0605_0403_0201)
        let answer = try answer(to: Self.challenge)
        #expect(hexadecimal(answer).contains("0600040003000000"))
        #expect(hexadecimal(answer).contains("0101000000000000" + "0102030405060708" + "0102030405060708"))
        #expect(answer[72..<88].contains { $0 != 0 })
    }

    @Test("A challenge that is cut anywhere is refused")
    func cut() {
        for count in 0..<Self.challenge.count {
            #expect(throws: NTLMError.self) { try answer(to: Array(Self.challenge[..<count])) }
        }
    }

    @Test("A challenge of an older kind is refused, because an answer would reveal the password")
    func oldKinds() {
        var challenge = Self.challenge
        challenge.replaceSubrange(20..<24, with: [1, 2, 0, 0])
        let error = #expect(throws: NTLMError.self) { try answer(to: challenge) }
        #expect(error?.code == .unsupported)
    }

    @Test("Changed challenges cause an error or an answer, but no crash, and lengths and offsets are checked")
    func survivesRandomChanges() {
        for seed in Fuzz.seeds(from: 5, atLeast: 3000) {
            var random = RandomSource(seed: seed)
            var challenge = Self.challenge
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<challenge.count, using: &random)
                challenge[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random)!
            }
            challenge.removeLast(Int.random(in: 0..<20, using: &random))
            _ = try? answer(to: challenge)
        }
        for (place, value) in [(40, 0xFF), (41, 0xFF), (44, 0xFF), (47, 0xFF), (44, 0), (40, 3)] as [(Int, UInt8)] {
            var challenge = Self.challenge
            challenge[place] = value
            #expect(throws: NTLMError.self) { try answer(to: challenge) }
        }
    }
}
