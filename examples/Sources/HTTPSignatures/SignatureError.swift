import AppGroupCrypto

/// Why a signature can't be made or is not accepted: the kind of failure, and a sentence for people.
public struct SignatureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// There is no signature under the expected label.
        case missing
        /// `Signature-Input`, `Signature` or `Content-Digest` contradicts its format.
        case malformed
        /// The signature covers something that this library can't compute, or is of another algorithm.
        case unsupported
        /// A covered header field is not in the request.
        case incomplete
        /// libcrypto can't be used on this machine.
        case noCrypto
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence. It may contain text from the request.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ error: LibcryptoMissing) { self.init(.noCrypto, error.description) }
}
