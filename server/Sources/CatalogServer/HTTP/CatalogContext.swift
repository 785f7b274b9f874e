import AppGroup
import Hummingbird
import NIOCore

/// What is known of one request.
struct CatalogContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let observation = RequestObservation()
    /// Set by ``OriginMiddleware``, first of all.
    var origin = RequestOrigin(address: nil, publicURL: "") {
        didSet { observation.address = origin.address?.description }
    }
    /// Set by ``AuthenticationMiddleware`` where a good token came along.
    var identity: Identity? {
        didSet { observation.user = identity?.user.name.description }
    }
    /// When it came.
    var moment = Timestamp(milliseconds: 0)
    /// How long a body may take that is wanted whole. Set by ``OriginMiddleware``, like the moment.
    var patience = Duration.seconds(30)

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Who asks; throws `notLoggedIn` where nobody is known to.
    func requireIdentity() throws(ServiceError) -> Identity {
        guard let identity else {
            throw ServiceError(.notLoggedIn, "Log in first: launcher login \(origin.publicURL)")
        }
        return identity
    }

    /// By whom and from where a change is made.
    func attribution() throws(ServiceError) -> Attribution {
        let identity = try requireIdentity()
        return Attribution(actor: "\(identity.user.name)", address: origin.address?.description, moment: moment)
    }
}
