import Serving

extension ServiceError.Code {
    /// An account has too many objects or bytes.
    static let quotaExceeded = Self(
        word: "quotaExceeded", status: .init(code: 507, reasonPhrase: "Insufficient Storage"), exitStatus: 73)
    /// The request has no signature that covers what it must.
    static let notSigned = Self(word: "notSigned", status: .unauthorized, exitStatus: 77)
    /// The signature is not of this request, or can't be understood.
    static let badSignature = Self(word: "badSignature", status: .unauthorized, exitStatus: 77)
    /// The signature is too old, or from the future.
    static let wrongTime = Self(word: "wrongTime", status: .unauthorized, exitStatus: 77)
    /// The nonce was taken before.
    static let replayed = Self(word: "replayed", status: .unauthorized, exitStatus: 77)
    /// The body is not the one that was signed.
    static let wrongDigest = Self(word: "wrongDigest", status: .unauthorized, exitStatus: 77)
}
