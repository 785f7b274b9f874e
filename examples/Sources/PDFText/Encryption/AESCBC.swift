/// AES in the mode CBC as PDF uses it. Padding is checked here, since many writers get it wrong.
enum AESCBC {
    /// Decrypts a stream or a string: 16 bytes that begin the chain, then whole blocks.
    static func decryptPadded(_ bytes: [UInt8], key: [UInt8]) throws -> [UInt8] {
        let length = (bytes.count - 16) & ~15
        guard bytes.count >= 32 else { return [] }
        var plain = try decrypt(Array(bytes[16..<(16 + length)]), key: key, start: Array(bytes[..<16]))
        if let padding = plain.last, (1...16).contains(padding) { plain.removeLast(Int(padding)) }
        return plain
    }

    /// Decrypts whole blocks.
    static func decrypt(_ bytes: [UInt8], key: [UInt8], start: [UInt8]) throws -> [UInt8] {
        try Crypto.aesCBC(bytes, key: key, start: start, encrypts: false)
    }

    /// Encrypts whole blocks.
    static func encrypt(_ bytes: [UInt8], key: [UInt8], start: [UInt8]) throws -> [UInt8] {
        try Crypto.aesCBC(bytes, key: key, start: start, encrypts: true)
    }
}
