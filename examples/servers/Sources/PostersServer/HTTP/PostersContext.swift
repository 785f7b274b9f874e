import Accounts
import AppGroup
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// What is known about one request.
struct PostersContext: ServedContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let observation = RequestObservation()
    /// Set by `OriginMiddleware`.
    var origin = RequestOrigin(address: nil, publicURL: "")
    /// Set by ``AuthenticationMiddleware`` if the request has a valid token.
    var identity: AccountIdentity<User>? {
        didSet { observation.user = identity?.user.actor }
    }
    /// When the request arrived, by the server's clock. Set by `OriginMiddleware`.
    var moment = Timestamp(milliseconds: 0)
    /// How long a body that is needed whole may take. Set by `OriginMiddleware`.
    var patience = Duration.seconds(30)

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Who asks.
    var viewer: Viewer { identity.map { Viewer($0.user) } ?? .nobody }

    /// The user behind the request. Throws `notLoggedIn` if there is none.
    func requireIdentity() throws(ServiceError) -> AccountIdentity<User> {
        guard let identity else { throw ServiceError(.notLoggedIn, "Log in first: posters login.") }
        return identity
    }

    /// The supervisor behind the request. Throws `notLoggedIn` or `forbidden`.
    func requireSupervisor() throws(ServiceError) -> AccountIdentity<User> {
        let identity = try requireIdentity()
        guard identity.user.role == .supervisor else {
            throw ServiceError(
                .forbidden, "Only supervisors may do this; your role is \(identity.user.role.rawValue).")
        }
        return identity
    }

    /// The report's number in the path.
    func reportNumber() throws(ServiceError) -> Int64 {
        let text = parameters.get("number") ?? ""
        guard let number = Int64(text), number > 0 else {
            throw ServiceError(.malformed, "“\(text.prefix(40))” is not the number of a report.")
        }
        return number
    }

    /// Who makes a change with this request, and from where.
    func attribution() throws(ServiceError) -> Attribution {
        attribution(of: try requireIdentity().user.actor)
    }
}

/// Identifies the user of a request by `Authorization: Bearer`, or else by a browser's cookie. Whether a login is required is up to the routes.
struct AuthenticationMiddleware: RouterMiddleware {
    let authenticator: Authenticator<User, LoginChanges>

    func handle(
        _ request: Request, context: PostersContext,
        next: @concurrent (Request, PostersContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let token = SessionToken(in: request, from: context.origin) {
            context.identity = try await authenticator.identity(of: token)
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    /// draft-ietf-httpapi-idempotency-key-header.
    static let idempotencyKey = Self("Idempotency-Key")!
}
