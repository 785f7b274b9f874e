/// How the revisions 5 and 6 make a file's key of the empty password, with SHA-2 and AES (ISO 32000-2, algorithm 2.A).
enum StrongKey {
    /// The file's key; nil if the empty password does not open it.
    static func fileKey(revision: Int, user: [UInt8], encryptedKey: [UInt8]) throws -> [UInt8]? {
        guard user.count >= 48, encryptedKey.count >= 32 else { return nil }
        let check = try hash(salt: Array(user[32..<40]), revision: revision)
        guard check.elementsEqual(user[..<32]) else { return nil }
        let key = try hash(salt: Array(user[40..<48]), revision: revision)
        return try AESCBC.decrypt(
            Array(encryptedKey[..<32]), key: key, start: [UInt8](repeating: 0, count: 16))
    }

    /// Algorithm 2.B for an empty password: revision 5 hashes once.
    private static func hash(salt: [UInt8], revision: Int) throws -> [UInt8] {
        var key = try Crypto.hash(salt, by: .sha256)
        guard revision >= 6 else { return key }
        var round = 0
        while true {
            let repeated = Array(repeatElement(key, count: 64).joined())
            let encrypted = try AESCBC.encrypt(repeated, key: Array(key[..<16]), start: Array(key[16..<32]))
            // The first 16 bytes as a number modulo 3: 256 leaves 1, so that their sum does.
            switch encrypted[..<16].reduce(0, { $0 + Int($1) }) % 3 {
            case 0: key = try Crypto.hash(encrypted, by: .sha256)
            case 1: key = try Crypto.hash(encrypted, by: .sha384)
            default: key = try Crypto.hash(encrypted, by: .sha512)
            }
            round += 1
            if round >= 64, Int(encrypted.last ?? 0) <= round - 32 { return Array(key[..<32]) }
        }
    }
}
