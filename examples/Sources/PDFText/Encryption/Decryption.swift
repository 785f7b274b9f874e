/// How a file's streams and strings are decrypted: the standard security handler with an empty user password (ISO 32000-2,
/// 7.6).
struct Decryption {
    private enum Cipher {
        case identity, rc4, aes128, aes256
    }

    private let streamCipher: Cipher
    private let stringCipher: Cipher
    private let fileKey: [UInt8]

    /// The work of decrypting a string, in addition to that for its bytes, as a number of bytes read.
    private static let stringWork = 256

    /// - Parameters:
    ///   - dictionary: the value of `Encrypt`, with nothing left to look up.
    ///   - identifier: the first string of `ID`; empty if there is none.
    /// - Throws: ``PDFError`` if a password is needed, or the encryption is of an unknown kind.
    init(_ dictionary: PDFDictionary, identifier: [UInt8]) throws {
        let version = dictionary["V"]?.integer ?? 0
        let revision = dictionary["R"]?.integer ?? 0
        guard dictionary["Filter"]?.name ?? "Standard" == "Standard", [1, 2, 4, 5].contains(version),
            (2...6).contains(revision), let owner = dictionary["O"]?.string, let user = dictionary["U"]?.string
        else { throw Self.unknown }

        streamCipher = try Self.cipher("StmF", of: dictionary, version: version)
        stringCipher = try Self.cipher("StrF", of: dictionary, version: version)
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

    /// - Parameter use: `StmF` for streams, `StrF` for strings.
    private static func cipher(_ use: String, of dictionary: PDFDictionary, version: Int) throws -> Cipher {
        guard version >= 4 else { return .rc4 }
        let name = dictionary[use]?.name ?? "Identity"
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
    func decryptStream(_ bytes: [UInt8], of object: ObjectKey) throws -> [UInt8] {
        try decrypt(bytes, by: streamCipher, of: object)
    }

    /// Decrypts the strings in a value, which is nested no deeper than ``ObjectParser/depthLimit``. It must not come from an
    /// object stream, since that is only encrypted as a whole.
    ///
    /// - Parameters:
    ///   - object: the indirect object that contains the value.
    ///   - spend: is told the work of each string, as a number of bytes read.
    func decryptStrings(in value: PDFObject, of object: ObjectKey, spend: (Int) throws -> Void) throws -> PDFObject {
        switch value {
        case .string(let bytes):
            try spend(Self.stringWork + bytes.count)
            return .string(try decrypt(bytes, by: stringCipher, of: object))
        case .array(let elements):
            return .array(try elements.map { try decryptStrings(in: $0, of: object, spend: spend) })
        case .dictionary(let values):
            return .dictionary(try values.mapValues { try decryptStrings(in: $0, of: object, spend: spend) })
        default: return value
        }
    }

    private func decrypt(_ bytes: [UInt8], by cipher: Cipher, of object: ObjectKey) throws -> [UInt8] {
        switch cipher {
        case .identity: return bytes
        case .aes256: return try AESCBC.decryptPadded(bytes, key: fileKey)
        case .aes128: return try AESCBC.decryptPadded(bytes, key: key(of: object, isAES: true))
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
