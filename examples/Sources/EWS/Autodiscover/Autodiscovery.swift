public import Downloading

/// Finds the Exchange server of an address (MS-OXDSCLI, "POX" Autodiscover).
///
/// It asks `https://DOMAIN/autodiscover/autodiscover.xml`, then `https://autodiscover.DOMAIN/…`, then, without credentials,
/// whether `http://autodiscover.DOMAIN/…` redirects to an `https` server, and at last the name server for a record
/// `_autodiscover._tcp.DOMAIN`. Credentials go to `https` servers with a trusted certificate alone, and outside of the address's
/// domain only if ``allowsServer`` returns true.
public struct Autodiscovery: Sendable {
    /// Whose server is looked for.
    public var address: EmailAddress

    /// The user's name and password. A server gets them only under the conditions above.
    public var credentials: Credentials

    /// How the user logs in.
    public var authentication = EWSConfiguration.Authentication.ntlm

    /// Whose certificates are trusted.
    public var authorities = Authorities.environment

    /// How servers are reached.
    public var proxy = Proxy.environment

    /// How long a server may be silent, in seconds.
    public var seconds = 10

    /// The name that servers get (`User-Agent`).
    public var userAgent = "EWS"

    /// Asks the user whether a server outside of the address's domain may get the credentials. It gets the server's name. By
    /// default, none may.
    public var allowsServer: @Sendable (String) async -> Bool = { _ in false }

    /// Asks the user whether a server may get a password that another server has refused. Each attempt may count toward the lockout
    /// of the account. It gets the server's name. By default, none may.
    public var triesAgain: @Sendable (String) async -> Bool = { _ in false }

    /// Gets each URL before it is asked.
    public var reportsStep: @Sendable (String) -> Void = { _ in }

    /// Asks a name server for records. Tests have their own.
    var findsServers: @Sendable (String) -> [ServiceRecords.Server] = { ServiceRecords.servers(for: $0) }

    /// A search for the server of an address.
    public init(_ address: EmailAddress, credentials: Credentials) {
        (self.address, self.credentials) = (address, credentials)
    }

    /// The result of a search.
    public struct Answer: Sendable, Hashable {
        /// Where the server listens for EWS.
        public let server: WebAddress

        /// The user's name, if the server knows it.
        public let displayName: String?
    }

    /// Looks for the server.
    /// - Throws: ``EWSError``: with ``EWSError/Code/wrongPassword`` if a server refused the password and no other one took it, with
    ///   ``EWSError/Code/untrusted`` if no trusted authority signed the certificate of a server and no other one gave an answer,
    ///   with ``EWSError/Code/notFound`` if no URL gave an answer, and with ``EWSError/Code/canceled``.
    public func find() async throws(EWSError) -> Answer {
        var search = AutodiscoverySearch(self)
        return try await search.run()
    }

    func configuration(_ server: WebAddress) -> EWSConfiguration {
        var configuration = EWSConfiguration(server: server, credentials: credentials)
        configuration.authentication = authentication
        configuration.authorities = authorities
        configuration.proxy = proxy
        configuration.seconds = seconds
        configuration.userAgent = userAgent
        return configuration
    }

    var client: WebClient {
        var client = WebClient(userAgent: userAgent, patience: Patience(silence: seconds))
        client.proxy = proxy
        return client
    }
}
