/// A place where credentials may be found.
protocol CredentialSource: Sendable {
    /// The credentials; `nil` if this place is not set up to have any.
    ///
    /// - Throws: ``ObjectError`` if the place should have credentials but does not give them.
    func credentials() async throws -> ObjectCredentials?
}
