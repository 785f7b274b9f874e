package import AppGroup

/// What requests are signed with.
package struct ObjectCredentials: Hashable, Sendable {
    /// The identifier of the key (`AWS_ACCESS_KEY_ID`), which is not a secret.
    package let key: String
    /// The secret (`AWS_SECRET_ACCESS_KEY`).
    package let secret: String
    /// What temporary credentials have besides (`AWS_SESSION_TOKEN`).
    package let token: String?
    /// When they become invalid; `nil` for never.
    package let expiration: Timestamp?

    package init(key: String, secret: String, token: String? = nil, expiration: Timestamp? = nil) {
        (self.key, self.secret, self.token, self.expiration) = (key, secret, token, expiration)
    }
}

extension ObjectCredentials {
    /// The document with credentials of `credential_process`, of the container's address and of a machine's role. They call the
    /// token by two names.
    struct Document: Decodable {
        let AccessKeyId: String
        let SecretAccessKey: String
        let SessionToken: String?
        let Token: String?
        let Expiration: String?

        var credentials: ObjectCredentials {
            ObjectCredentials(
                key: AccessKeyId, secret: SecretAccessKey, token: SessionToken ?? Token,
                expiration: Expiration.flatMap { Timestamp(rfc3339: $0) })
        }
    }
}
