public import Downloading

/// Finds the Exchange server of an address (MS-OXDSCLI, "POX" Autodiscover).
public struct Autodiscovery: Sendable {
    /// Whose server is looked for.
    public var address: EmailAddress

    /// Who logs in. They are sent to `https` addresses alone.
    public var credentials: Credentials

    /// How the user logs in.
    public var authentication = EWSConfiguration.Authentication.ntlm

    /// Whose certificates are trusted.
    public var authorities = Authorities.environment

    /// How servers are reached.
    public var proxy = Proxy.environment

    /// The time for each request, in seconds.
    public var seconds = 10

    /// The name that servers get (`User-Agent`).
    public var userAgent = "EWS"

    /// Asks the user whether a server of another domain than the address's may get the credentials. It gets the server's name.
    public var allowsServer: @Sendable (String) async -> Bool = { _ in false }

    /// Gets each URL before it is asked.
    public var reportsStep: @Sendable (String) -> Void = { _ in }

    /// A search for the server of an address.
    public init(_ address: EmailAddress, credentials: Credentials) {
        (self.address, self.credentials) = (address, credentials)
    }

    /// What was found.
    public struct Answer: Sendable, Hashable {
        /// Where the server listens for EWS.
        public let server: WebAddress

        /// The user's name, if the server says it.
        public let displayName: String?
    }

    /// Looks for the server.
    /// - Throws: ``EWSError``: with ``EWSError/Code/notFound`` if no URL gave an answer, or with
    ///   ``EWSError/Code/wrongPassword`` if servers were found but none took the password.
    public func find() async throws(EWSError) -> Answer {
        throw EWSError(.notFound, "Not found")
    }
}
