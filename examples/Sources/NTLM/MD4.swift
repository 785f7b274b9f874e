/// The hash function MD4 (RFC 1320), which NTLM applies to passwords. It protects nothing by itself.
public enum MD4 {
    /// The digest of a message: 16 bytes.
    public static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded.append(littleEndian: UInt64(message.count) &* 8)
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        for block in stride(from: 0, to: padded.count, by: 64) {
            mix(&state, (0..<16).map { padded.littleEndian(at: block + $0 * 4, as: UInt32.self) })
        }
        var digest: [UInt8] = []
        for word in state { digest.append(littleEndian: word) }
        return digest
    }

    /// The order of the words, the rotations, and the constant of each round (RFC 1320, 3.4).
    private static let rounds: [(order: [Int], rotations: [UInt32], constant: UInt32)] = [
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [3, 7, 11, 19], 0),
        ([0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15], [3, 5, 9, 13], 0x5A82_7999),
        ([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], [3, 9, 11, 15], 0x6ED9_EBA1),
    ]

    private static func mix(_ state: inout [UInt32], _ words: [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for (number, round) in rounds.enumerated() {
            for step in 0..<16 {
                let choice =
                    switch number {
                    case 0: b & c | ~b & d
                    case 1: b & c | b & d | c & d
                    default: b ^ c ^ d
                    }
                let sum = a &+ choice &+ words[round.order[step]] &+ round.constant
                let rotation = round.rotations[step % 4]
                (a, b, c, d) = (d, sum << rotation | sum >> (32 - rotation), b, c)
            }
        }
        state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }
}
