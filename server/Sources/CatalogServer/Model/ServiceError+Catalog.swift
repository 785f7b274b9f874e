import Serving

extension ServiceError.Code {
    static let refusedPackage = Self(word: "refusedPackage", status: .unprocessableContent, exitStatus: 65)
}
