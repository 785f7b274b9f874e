import Serving

extension ServiceError.Code {
    /// The upload continues at another offset, which the answer names.
    static let wrongOffset = Self(word: "wrongOffset", status: .conflict, exitStatus: 65)
    /// Another request of the same user is sending the same file.
    static let uploadBusy = Self(word: "uploadBusy", status: .conflict, exitStatus: 75)
    static let tooManyUploads = Self(word: "tooManyUploads", status: .unprocessableContent, exitStatus: 65)
    /// A newer release has changed the tables in a way that this one can't use.
    static let outdated = Self(word: "outdated", status: .serviceUnavailable, exitStatus: 78)
    static let refusedPackage = Self(word: "refusedPackage", status: .unprocessableContent, exitStatus: 65)
}
