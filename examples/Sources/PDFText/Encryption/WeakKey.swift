/// How the revisions 2 to 4 make a file's key of the empty password, with MD5 and RC4.
struct WeakKey {
    let revision: Int
    /// In bytes: 5 to 16.
    let length: Int
    let owner: [UInt8]
    let permissions: Int
    let identifier: [UInt8]
    let encryptsMetadata: Bool

    /// What fills passwords up to 32 bytes (algorithm 2, a), and all of an empty one.
    private static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
        0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ]

    /// The file's key; nil if the empty password does not open it.
    func fileKey(user: [UInt8]) throws -> [UInt8]? {
        let key = try derived()
        let compared = revision == 2 ? 32 : 16
        guard user.count >= compared else { return nil }
        return try user.prefix(compared).elementsEqual(check(key).prefix(compared)) ? key : nil
    }

    /// Algorithm 2.
    private func derived() throws -> [UInt8] {
        var input = Self.padding + owner.prefix(32)
        for shift in [0, 8, 16, 24] { input.append(UInt8(truncatingIfNeeded: permissions >> shift)) }
        input += identifier
        if revision >= 4, !encryptsMetadata { input += [0xFF, 0xFF, 0xFF, 0xFF] }
        var digest = try Crypto.hash(input, by: .md5)
        if revision >= 3 {
            for _ in 0..<50 { digest = try Crypto.hash(digest.prefix(length), by: .md5) }
        }
        return Array(digest.prefix(length))
    }

    /// What `U` holds if the key is right (algorithms 4 and 5).
    private func check(_ key: [UInt8]) throws -> [UInt8] {
        var bytes = revision == 2 ? Self.padding : try Crypto.hash(Self.padding + identifier, by: .md5)
        for round in 0..<(revision == 2 ? 1 : 20) {
            var cipher = RC4(key: key.map { $0 ^ UInt8(round) })
            bytes = cipher.apply(bytes)
        }
        return bytes
    }
}
