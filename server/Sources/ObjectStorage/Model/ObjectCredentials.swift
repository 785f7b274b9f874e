package import AppGroup
import Foundation

/// The credentials that sign requests.
package struct ObjectCredentials: Hashable, Sendable {
    /// The identifier of the key (`AWS_ACCESS_KEY_ID`), which is not a secret.
    package let key: String
    /// The secret (`AWS_SECRET_ACCESS_KEY`).
    package let secret: String
    /// The session token of temporary credentials (`AWS_SESSION_TOKEN`).
    package let token: String?
    /// When they become invalid; `nil` for never.
    package let expiration: Timestamp?

    package init(key: String, secret: String, token: String? = nil, expiration: Timestamp? = nil) {
        (self.key, self.secret, self.token, self.expiration) = (key, secret, token, expiration)
    }

    /// Whether they can be parts of a request's head. Files of secrets often end with a line break.
    var areWellFormed: Bool {
        (key + secret + (token ?? "")).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

extension ObjectCredentials {
    /// Why a text can't be read, as the end of a sentence: “in a form that is not understood”.
    struct Unreadable: Error {
        let reason: String
    }

    /// The document with credentials of `credential_process`, of the container's address and of a machine's role. They call the
    /// token by two names. A role that can't be used has a `Code` instead.
    private struct Document: Decodable {
        let Code: String?
        let Message: String?
        let AccessKeyId: String?
        let SecretAccessKey: String?
        let SessionToken: String?
        let Token: String?
        let Expiration: String?
    }

    /// Reads a document in JSON.
    init(document bytes: [UInt8]) throws(Unreadable) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw Unreadable(reason: "in a form that is not understood")
        }
        if let code = document.Code, code != "Success" {
            let words = [code, document.Message].compactMap { $0 }.joined(separator: ": ")
            throw Unreadable(reason: "but says: \(ObjectError.harmless(words))")
        }
        guard let key = document.AccessKeyId, let secret = document.SecretAccessKey, !key.isEmpty, !secret.isEmpty
        else { throw Unreadable(reason: "without AccessKeyId or SecretAccessKey") }
        self.init(
            key: key, secret: secret, token: document.SessionToken ?? document.Token,
            expiration: try Self.expiration(document.Expiration))
    }

    /// The time of a text. Credentials that expire at an unknown time would be used too long.
    static func expiration(_ text: String?) throws(Unreadable) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw Unreadable(reason: "with an expiration that is not a time: “\(ObjectError.harmless(text))”")
        }
        return time
    }
}
