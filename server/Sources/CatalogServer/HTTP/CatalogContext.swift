import AppGroup
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// What is known about one request.
struct CatalogContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let observation = RequestObservation()
    /// Set by ``OriginMiddleware``, which runs first.
    var origin = RequestOrigin(address: nil, publicURL: "") {
        didSet { observation.address = origin.address?.description }
    }
    /// Set by ``AuthenticationMiddleware`` if the request has a valid token.
    var identity: Identity? {
        didSet { observation.user = identity?.user.name.description }
    }
    /// What was known when the request arrived. Set by ``AuthenticationMiddleware``.
    var generation = Generation(rawValue: 0)
    /// When the request arrived. Set by ``OriginMiddleware``.
    var moment = Timestamp(milliseconds: 0)
    /// How long a body that is needed whole may take. Set by ``OriginMiddleware``.
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

    /// Who makes a change with this request, and from where.
    func attribution() throws(ServiceError) -> Attribution {
        let identity = try requireIdentity()
        return Attribution(actor: "\(identity.user.name)", address: origin.address?.description, moment: moment)
    }
}

/// Where a request came from, and which address of this server it used, as trusted proxies report it.
struct RequestOrigin: Hashable, Sendable {
    /// `nil` over a Unix socket, and in tests without a socket.
    var address: ClientAddress?
    /// What links begin with, such as `https://tools.example.com`, without a slash at the end.
    var publicURL: String

    /// Whether links use TLS.
    var isSecure: Bool { publicURL.hasPrefix("https:") }
}

/// What inner middleware learns about a request, for the outer middleware that logs it: contexts are copied inwards only.
final class RequestObservation: Sendable {
    private struct State {
        var address: String?
        var user: String?
    }

    private let state = Mutex(State())

    var address: String? {
        get { state.withLock { $0.address } }
        set { state.withLock { $0.address = newValue } }
    }

    var user: String? {
        get { state.withLock { $0.user } }
        set { state.withLock { $0.user = newValue } }
    }
}

extension HTTPField.Name {
    /// RFC 7239, and the fields that came before it.
    static let forwarded = Self("Forwarded")!
    static let xForwardedFor = Self("X-Forwarded-For")!
    static let xForwardedProto = Self("X-Forwarded-Proto")!
    static let xForwardedHost = Self("X-Forwarded-Host")!
    static let xRequestID = Self("X-Request-Id")!
}
