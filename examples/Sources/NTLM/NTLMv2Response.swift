/// The proof of the password (MS-NLMP, 3.3.2).
struct NTLMv2Response {
    /// The user and domain that the proof is about, and the key that only the password gives.
    struct Key {
        let bytes: [UInt8]

        /// The function `NTOWFv2`.
        init(user: String, domain: String, password: String) throws(NTLMError) {
            let secret = MD4.hash([UInt8](utf16: password))
            bytes = try Digest.hmacMD5([UInt8](utf16: user.upperCasedAsInWindows + domain), key: secret)
        }
    }

    /// The first 16 bytes of the response.
    let proof: [UInt8]

    /// The response to the challenge.
    let bytes: [UInt8]

    /// The response of the older kind, which only servers without a time get.
    let oldBytes: [UInt8]

    /// A key that both sides have afterwards.
    let sessionBaseKey: [UInt8]

    /// - Parameters:
    ///   - serverChallenge: 8 bytes.
    ///   - clientChallenge: 8 random bytes.
    ///   - time: in units of 100 ns since 1601-01-01.
    ///   - targetInformation: a list with its end.
    init(
        _ key: Key, serverChallenge: [UInt8], clientChallenge: [UInt8], time: UInt64, targetInformation: [UInt8]
    ) throws(NTLMError) {
        var blob: [UInt8] = [1, 1, 0, 0, 0, 0, 0, 0]
        blob.append(littleEndian: time)
        blob += clientChallenge + [0, 0, 0, 0] + targetInformation + [0, 0, 0, 0]
        proof = try Digest.hmacMD5(serverChallenge + blob, key: key.bytes)
        bytes = proof + blob
        oldBytes = try Digest.hmacMD5(serverChallenge + clientChallenge, key: key.bytes) + clientChallenge
        sessionBaseKey = try Digest.hmacMD5(proof, key: key.bytes)
    }
}

extension String {
    /// The text in upper case, one scalar for each: "ß" stays.
    fileprivate var upperCasedAsInWindows: String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            scalars.append(upper.count == 1 ? upper.first ?? scalar : scalar)
        }
        return String(scalars)
    }
}
