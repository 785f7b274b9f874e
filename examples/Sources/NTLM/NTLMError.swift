/// Why an NTLM message could not be answered: the kind of failure, and a sentence for the user.
public struct NTLMError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// The server's challenge contradicts the format.
        case damagedChallenge
        /// The server does not offer NTLM version 2.
        case unsupported
        /// libcrypto cannot be used on this machine.
        case noCrypto
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence.
    public let description: String

    init(_ code: Code) {
        self.code = code
        description =
            switch code {
            case .damagedChallenge: "The server's NTLM challenge is damaged."
            case .unsupported: "The server offers only old kinds of NTLM, which reveal the password."
            case .noCrypto: "OpenSSL can't be used on this machine: is it installed?"
            }
    }
}
