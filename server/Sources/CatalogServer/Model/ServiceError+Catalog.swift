import Serving

extension ServiceError.Code {
    /// A newer release has changed the tables in a way that this one can't use.
    static let outdated = Self(word: "outdated", status: .serviceUnavailable, exitStatus: 78)
    static let refusedPackage = Self(word: "refusedPackage", status: .unprocessableContent, exitStatus: 65)
}
