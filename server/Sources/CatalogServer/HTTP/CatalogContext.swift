import Accounts
import AppCatalog
import AppGroup
import Hummingbird
import NIOCore
import Serving

/// What is known about one request.
struct CatalogContext: ServedContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let observation = RequestObservation()
    var origin = RequestOrigin(address: nil, publicURL: "")
    /// Set by ``AuthenticationMiddleware`` if the request has a valid token.
    var identity: Identity? {
        didSet { observation.user = identity?.user.name.description }
    }
    /// Who the user is by now. Set by ``AuthenticationMiddleware`` if the request has a valid token.
    var identityNow: @Sendable () async throws -> Identity? = { nil }
    /// What was known when the request arrived. Set by ``AuthenticationMiddleware``.
    var generation = Generation(rawValue: 0)
    var moment = Timestamp(milliseconds: 0)
    var patience = Duration.seconds(30)

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The user behind the request. Throws `notLoggedIn` if there is none.
    func requireIdentity() throws(ServiceError) -> Identity {
        guard let identity else {
            throw ServiceError(.notLoggedIn, "Log in first: launcher login \(origin.publicURL)")
        }
        return identity
    }

    /// Throws unless the user may still act in a role. Since the head of the request, its body may have arrived slowly, a password
    /// may have been hashed, or a package may have been checked and stored.
    func confirm(_ role: AccountRole) async throws {
        guard let identity = try await identityNow() else {
            throw ServiceError.sessionEnded
        }
        try identity.require(role)
    }

    /// Who makes a change with this request, and from where.
    func attribution() throws(ServiceError) -> Attribution {
        attribution(of: "\(try requireIdentity().user.name)")
    }
}
