import AppGroupCrypto

/// Ties a login to the encrypted connection it goes through, so that a machine in between can't pass it on (RFC 5929, 4).
public struct ChannelBinding: Sendable, Hashable {
    /// MD5 of the bindings as MS-NLMP (2.2.2.1, `MsvAvChannelBindings`) wants them: 16 bytes.
    public let hash: [UInt8]

    /// The binding `tls-server-end-point` to a server's certificate.
    /// - Parameter certificate: In DER.
    /// - Returns: Nil if the certificate is damaged, or was signed with an algorithm for which no binding is defined.
    /// - Throws: ``NTLMError`` if libcrypto can't be used.
    public init?(certificate: [UInt8]) throws(NTLMError) {
        guard let function = CertificateHash.function(of: certificate) else { return nil }
        let application = Array("tls-server-end-point:".utf8) + (try Digest.hash(certificate, by: function))
        // A structure of RFC 2744 (3.11) without addresses: kind and length of two, then the data.
        var structure = [UInt8](repeating: 0, count: 16)
        structure.append(littleEndian: UInt32(application.count))
        hash = try Digest.hash(structure + application, by: .md5)
    }
}

/// Which function hashes a certificate for a binding: that of its signature, but SHA-256 instead of MD5 and SHA-1.
enum CertificateHash {
    static func function(of certificate: [UInt8]) -> HashFunction? {
        // Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { algorithm, parameters }, … } (RFC 5280, 4.1)
        var outer = DERReader(certificate[...])
        guard var parts = outer.enter(0x30), parts.enter(0x30) != nil, var algorithm = parts.enter(0x30),
            let identifier = algorithm.enter(0x06)
        else { return nil }
        let name = Array(identifier.rest)
        guard name == rsaPSS else { return functions.first { $0.name == name }?.function }
        // RSASSA-PSS-params ::= SEQUENCE { hashAlgorithm [0] AlgorithmIdentifier DEFAULT sha1, … } (RFC 4055, 3.1)
        guard var parameters = algorithm.enter(0x30) else { return .sha256 }
        guard var tagged = parameters.enter(0xA0) else { return .sha256 }
        guard var hash = tagged.enter(0x30), let hashName = hash.enter(0x06) else { return nil }
        return functions.first { $0.name == Array(hashName.rest) }?.function
    }

    private static let rsaPSS: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 10]

    /// Algorithms of signatures and hashes by their identifiers (RFC 3279, 4055, 5758).
    private static let functions: [(name: [UInt8], function: HashFunction)] = {
        let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1]
        let ecdsa: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4]
        let hash: [UInt8] = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2]
        return [
            (rsa + [4], .sha256), (rsa + [5], .sha256), (rsa + [11], .sha256), (rsa + [12], .sha384),
            (rsa + [13], .sha512),
            (ecdsa + [1], .sha256), (ecdsa + [3, 2], .sha256), (ecdsa + [3, 3], .sha384), (ecdsa + [3, 4], .sha512),
            ([0x2B, 0x0E, 3, 2, 0x1A], .sha256), (hash + [1], .sha256), (hash + [2], .sha384), (hash + [3], .sha512),
        ]
    }()
}

/// Reads values in DER (ITU-T X.690), one after the other.
struct DERReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Passes over the next value, if it has this tag.
    ///
    /// - Returns: a reader of its contents; nil if it is another one, or damaged.
    mutating func enter(_ tag: UInt8) -> DERReader? {
        var bytes = rest
        guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            guard 1...4 ~= first & 0x7F else { return nil }
            length = 0
            for _ in 0..<(first & 0x7F) {
                guard let byte = bytes.popFirst() else { return nil }
                length = length << 8 | Int(byte)
            }
        }
        guard length <= bytes.count else { return nil }
        rest = bytes.dropFirst(length)
        return DERReader(bytes.prefix(length))
    }
}
