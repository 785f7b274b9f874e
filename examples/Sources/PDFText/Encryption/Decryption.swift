/// How a file's streams are decrypted: the standard security handler with an empty user password (ISO 32000-2, 7.6).
struct Decryption {
    private enum Cipher {
        case identity, rc4, aes128, aes256
    }

    private let cipher: Cipher
    private let fileKey: [UInt8]

    /// - Parameters:
    ///   - dictionary: the value of `Encrypt`, with nothing left to look up.
    ///   - identifier: the first string of `ID`; empty where there is none.
    /// - Throws: ``PDFError`` where a password is needed, or the encryption is another.
    init(_ dictionary: PDFDictionary, identifier: [UInt8]) throws {
        let version = dictionary["V"]?.integer ?? 0
        let revision = dictionary["R"]?.integer ?? 0
        guard dictionary["Filter"]?.name ?? "Standard" == "Standard", [1, 2, 4, 5].contains(version),
            (2...6).contains(revision), let owner = dictionary["O"]?.string, let user = dictionary["U"]?.string
        else { throw Self.unknown }

        cipher = try Self.cipher(of: dictionary, version: version)
        let key: [UInt8]?
        if revision >= 5 {
            key = try StrongKey.fileKey(
                revision: revision, user: user, encryptedKey: dictionary["UE"]?.string ?? [])
        } else {
            var bits = version == 1 ? 40 : dictionary["Length"]?.integer ?? (version == 4 ? 128 : 40)
            // Some writers give bytes.
            if (5...16).contains(bits) { bits *= 8 }
            if version == 4 { bits = 128 }
            guard (40...128).contains(bits) else { throw Self.unknown }
            var encryptsMetadata = true
            if case .boolean(false) = dictionary["EncryptMetadata"] { encryptsMetadata = false }
            key = try WeakKey(
                revision: revision, length: bits / 8, owner: owner, permissions: dictionary["P"]?.integer ?? 0,
                identifier: identifier, encryptsMetadata: encryptsMetadata
            ).fileKey(user: user)
        }
        guard let key else {
            throw PDFError(.passwordNeeded, "The PDF needs a password, so it can't be read.")
        }
        fileKey = key
    }

    private static var unknown: PDFError {
        PDFError(.unsupported, "The PDF is encrypted in a way that can't be read here.")
    }

    private static func cipher(of dictionary: PDFDictionary, version: Int) throws -> Cipher {
        guard version >= 4 else { return .rc4 }
        let name = dictionary["StmF"]?.name ?? "Identity"
        if name == "Identity" { return .identity }
        switch dictionary["CF"]?.dictionary?[name]?.dictionary?["CFM"]?.name {
        case "V2": return .rc4
        case "AESV2": return .aes128
        case "AESV3": return .aes256
        case "None": return .identity
        default: throw unknown
        }
    }

    /// Decrypts a stream's bytes as they are stored.
    func decrypt(_ bytes: [UInt8], of object: ObjectKey) throws -> [UInt8] {
        switch cipher {
        case .identity: return bytes
        case .aes256: return try AESCBC.decryptStream(bytes, key: fileKey)
        case .aes128: return try AESCBC.decryptStream(bytes, key: key(of: object, isAES: true))
        case .rc4:
            var cipher = try RC4(key: key(of: object, isAES: false))
            return cipher.apply(bytes)
        }
    }

    /// The key of one object (algorithm 1).
    private func key(of object: ObjectKey, isAES: Bool) throws -> [UInt8] {
        var input = fileKey
        for shift in [0, 8, 16] { input.append(UInt8(truncatingIfNeeded: object.number >> shift)) }
        for shift in [0, 8] { input.append(UInt8(truncatingIfNeeded: object.generation >> shift)) }
        if isAES { input += "sAlT".utf8 }
        return try Array(Crypto.hash(input, by: .md5).prefix(min(16, fileKey.count + 5)))
    }
}
