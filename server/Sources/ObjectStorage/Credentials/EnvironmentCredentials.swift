/// Credentials in the variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`.
struct EnvironmentCredentials: CredentialSource {
    let environment: [String: String]

    func credentials() throws -> ObjectCredentials? {
        guard let key = environment.nonempty("AWS_ACCESS_KEY_ID") else { return nil }
        guard let secret = environment.nonempty("AWS_SECRET_ACCESS_KEY") else {
            throw ObjectError(
                .credentials, "AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY; set both or neither.")
        }
        return ObjectCredentials(key: key, secret: secret, token: environment.nonempty("AWS_SESSION_TOKEN"))
    }
}

extension [String: String] {
    /// The value of a variable; `nil` if it is not set or empty.
    func nonempty(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
