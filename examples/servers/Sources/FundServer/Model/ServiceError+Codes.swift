import Serving

extension ServiceError.Code {
    /// An account has too many objects or bytes.
    static let quotaExceeded = Self(
        name: "quotaExceeded", status: .init(code: 507, reasonPhrase: "Insufficient Storage"), exitStatus: .cannotCreate
    )
    /// The request has no signature that covers what it must.
    static let notSigned = Self(name: "notSigned", status: .unauthorized, exitStatus: .noPermission)
    /// The signature is not of this request, or can't be understood.
    static let badSignature = Self(name: "badSignature", status: .unauthorized, exitStatus: .noPermission)
    /// The signature is too old, or from the future.
    static let wrongTime = Self(name: "wrongTime", status: .unauthorized, exitStatus: .noPermission)
    /// The nonce was taken before.
    static let replayed = Self(name: "replayed", status: .unauthorized, exitStatus: .noPermission)
    /// The body is not the one that was signed.
    static let wrongDigest = Self(name: "wrongDigest", status: .unauthorized, exitStatus: .noPermission)
}
