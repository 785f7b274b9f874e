/// The second message, which the server sends (MS-NLMP, 2.2.1.2).
struct ChallengeMessage {
    /// The abilities of both sides.
    let flags: NegotiateFlags

    /// Eight random bytes.
    let challenge: [UInt8]

    /// The server's description of itself, without the end of the list.
    let targetInformation: [AttributeValue]

    /// Reads a message.
    /// - Throws: ``NTLMError`` if it is damaged, or if the server does not offer NTLM version 2.
    init(_ bytes: [UInt8]) throws(NTLMError) {
        guard bytes.count >= 48, bytes.starts(with: NTLMClient.signature),
            bytes.littleEndian(at: 8, as: UInt32.self) == 2
        else { throw NTLMError(.damagedChallenge) }
        flags = NegotiateFlags(rawValue: bytes.littleEndian(at: 20, as: UInt32.self))
        challenge = Array(bytes[24..<32])
        guard flags.isSuperset(of: [.unicode, .targetInformation]) else { throw NTLMError(.unsupported) }
        let length = Int(bytes.littleEndian(at: 40, as: UInt16.self))
        let offset = Int(bytes.littleEndian(at: 44, as: UInt32.self))
        guard length >= 4, offset >= 48, offset <= bytes.count, length <= bytes.count - offset else {
            throw NTLMError(.damagedChallenge)
        }
        targetInformation = try AttributeValue.list(Array(bytes[offset..<(offset + length)]))
    }

    /// When the server says it is: in units of 100 ns since 1601-01-01.
    var timestamp: UInt64? {
        targetInformation.first { $0.kind == .timestamp && $0.value.count == 8 }.map {
            $0.value.littleEndian(at: 0, as: UInt64.self)
        }
    }
}

/// The abilities of both sides (MS-NLMP, 2.2.2.5).
struct NegotiateFlags: OptionSet, Sendable {
    let rawValue: UInt32

    static let unicode = NegotiateFlags(rawValue: 1)
    static let requestTarget = NegotiateFlags(rawValue: 1 << 2)
    static let ntlm = NegotiateFlags(rawValue: 1 << 9)
    static let alwaysSign = NegotiateFlags(rawValue: 1 << 15)
    static let extendedSessionSecurity = NegotiateFlags(rawValue: 1 << 19)
    static let targetInformation = NegotiateFlags(rawValue: 1 << 23)
    static let version = NegotiateFlags(rawValue: 1 << 25)
    static let strength128 = NegotiateFlags(rawValue: 1 << 29)
    static let strength56 = NegotiateFlags(rawValue: 1 << 31)
}

/// A pair of the server's list (MS-NLMP, 2.2.2.1).
struct AttributeValue: Equatable {
    let identifier: UInt16
    var value: [UInt8]

    /// The identifiers that matter here.
    var kind: Known? { Known(rawValue: identifier) }

    enum Known: UInt16 {
        case end, flags = 6, timestamp, targetName = 9, channelBindings
    }

    init(_ kind: Known, _ value: [UInt8]) {
        identifier = kind.rawValue
        self.value = value
    }

    private init(identifier: UInt16, value: [UInt8]) { (self.identifier, self.value) = (identifier, value) }

    /// Reads a list up to its end, which must be there.
    static func list(_ bytes: [UInt8]) throws(NTLMError) -> [AttributeValue] {
        var pairs: [AttributeValue] = []
        var place = 0
        while bytes.count - place >= 4 {
            let identifier = bytes.littleEndian(at: place, as: UInt16.self)
            let length = Int(bytes.littleEndian(at: place + 2, as: UInt16.self))
            place += 4
            guard identifier != Known.end.rawValue else { return pairs }
            guard length <= bytes.count - place else { break }
            pairs.append(AttributeValue(identifier: identifier, value: Array(bytes[place..<(place + length)])))
            place += length
        }
        throw NTLMError(.damagedChallenge)
    }

    /// Writes a list with its end.
    static func bytes(_ pairs: [AttributeValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for pair in pairs + [AttributeValue(.end, [])] {
            bytes.append(littleEndian: pair.identifier)
            bytes.append(littleEndian: UInt16(pair.value.count))
            bytes += pair.value
        }
        return bytes
    }
}
