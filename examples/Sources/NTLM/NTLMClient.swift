/// Logs a user in by NTLM version 2 (MS-NLMP): writes the first and the third message. It sends nothing itself.
///
/// Both messages must go through one connection, which stays logged in afterwards. Older versions of NTLM are refused.
public struct NTLMClient: Sendable {
    static let signature = Array("NTLMSSP\0".utf8)

    private let user: String
    private let domain: String
    private let password: String

    /// A user.
    /// - Parameter user: `DOMAIN\name`, `name@example.com` or `name`.
    public init(user: String, password: String) {
        if let separator = user.firstIndex(of: "\\") {
            (domain, self.user) = (String(user[..<separator]), String(user[user.index(after: separator)...]))
        } else {
            (domain, self.user) = ("", user)
        }
        self.password = password
    }

    /// The abilities that this side offers. Neither signing nor sealing of later messages: encryption of the connection does that. A version is
    /// among it because gss-ntlmssp looks for the integrity code at another place if there is none.
    private static let flags: NegotiateFlags = [
        .unicode, .requestTarget, .ntlm, .alwaysSign, .extendedSessionSecurity, .targetInformation, .version,
        .strength128, .strength56,
    ]

    /// The version of this side, 0.1, and that of the protocol, 15 (MS-NLMP, 2.2.2.10).
    private static let version: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 15]

    /// The first message (MS-NLMP, 2.2.1.1).
    public static let negotiateMessage: [UInt8] = {
        var bytes = signature
        bytes.append(littleEndian: UInt32(1))
        bytes.append(littleEndian: flags.rawValue)
        // Neither a domain nor a workstation.
        return bytes + [UInt8](repeating: 0, count: 16) + version
    }()

    /// The third message (MS-NLMP, 2.2.1.3), with a message integrity code if the server knows what time it is.
    /// - Parameters:
    ///   - challenge: The server's message.
    ///   - binding: The connection's; nil if it is not encrypted.
    ///   - service: The service's name, such as `HTTP/mail.example.com`.
    ///   - time: In units of 100 ns since 1601-01-01 UTC. A time that the server sends counts instead.
    ///   - clientChallenge: Eight random bytes.
    public func authenticateMessage(
        for challenge: [UInt8], binding: ChannelBinding?, service: String, time: UInt64, clientChallenge: [UInt8]
    ) throws(NTLMError) -> [UInt8] {
        precondition(clientChallenge.count == 8)
        let message = try ChallengeMessage(challenge)
        let response = try NTLMv2Response(
            NTLMv2Response.Key(user: user, domain: domain, password: password), serverChallenge: message.challenge,
            clientChallenge: clientChallenge, time: message.timestamp ?? time,
            targetInformation: AttributeValue.bytes(answer(to: message, binding, service)))
        let hasIntegrityCode = message.timestamp != nil
        // The payload follows the head of 88 bytes in this order; the fields refer to it in theirs.
        let old = hasIntegrityCode ? [UInt8](repeating: 0, count: 24) : response.oldBytes
        let payload = [[UInt8](utf16: domain), [UInt8](utf16: user), [], old, response.bytes, []]
        var offsets: [Int] = []
        var end = 88
        for part in payload {
            guard part.count <= UInt16.max else { throw NTLMError(.damagedChallenge) }
            offsets.append(end)
            end += part.count
        }
        var bytes = Self.signature
        bytes.append(littleEndian: UInt32(3))
        for field in [3, 4, 0, 1, 2, 5] {
            bytes.append(littleEndian: UInt16(payload[field].count))
            bytes.append(littleEndian: UInt16(payload[field].count))
            bytes.append(littleEndian: UInt32(offsets[field]))
        }
        bytes.append(littleEndian: message.flags.intersection(Self.flags).union(.version).rawValue)
        bytes += Self.version + [UInt8](repeating: 0, count: 16)  // the place of the code
        bytes += payload.flatMap { $0 }
        if hasIntegrityCode {
            let all = Self.negotiateMessage + challenge + bytes
            bytes.replaceSubrange(72..<88, with: try Digest.hmacMD5(all, key: response.sessionBaseKey))
        }
        return bytes
    }

    /// The server's list with what this side adds to it (MS-NLMP, 3.1.5.1.2).
    private func answer(
        to message: ChallengeMessage, _ binding: ChannelBinding?, _ service: String
    ) -> [AttributeValue] {
        var pairs = message.targetInformation.filter { ![.flags, .targetName, .channelBindings].contains($0.kind) }
        var flags: UInt32 = 0
        if let pair = message.targetInformation.first(where: { $0.kind == .flags && $0.value.count == 4 }) {
            flags = pair.value.littleEndian(at: 0, as: UInt32.self)
        }
        // Says that there is a message integrity code.
        if message.timestamp != nil { flags |= 2 }
        if flags != 0 {
            var value: [UInt8] = []
            value.append(littleEndian: flags)
            pairs.append(AttributeValue(.flags, value))
        }
        pairs.append(AttributeValue(.channelBindings, binding?.hash ?? [UInt8](repeating: 0, count: 16)))
        pairs.append(AttributeValue(.targetName, [UInt8](utf16: service)))
        return pairs
    }
}
