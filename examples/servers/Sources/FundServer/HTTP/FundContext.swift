import Accounts
import AppGroup
import HTTPSignatures
import Hummingbird
import NIOCore
import Serving

/// What is known about one request.
struct FundContext: ServedContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let observation = RequestObservation()
    /// Set by `OriginMiddleware`.
    var origin = RequestOrigin(address: nil, publicURL: "")
    /// Set by ``SignatureMiddleware`` if the request has a valid signature.
    var identity: AccountIdentity<User>? {
        didSet { observation.user = identity?.user.actor }
    }
    /// The SHA-256 that the body must have; `nil` if the request has none. Set by ``SignatureMiddleware``.
    var digest: [UInt8]?
    /// When the request arrived, by the server's clock. Set by `OriginMiddleware`.
    var moment = Timestamp(milliseconds: 0)
    /// How long a body that is needed whole may take. Set by `OriginMiddleware`.
    var patience = Duration.seconds(30)

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Who signed the request. Throws `notSigned` if nobody did.
    func requireIdentity() throws(ServiceError) -> AccountIdentity<User> {
        guard let identity else {
            throw ServiceError(.notSigned, "The request must be signed; log in first: fund login.")
        }
        return identity
    }

    /// Who makes a change with this request, and from where.
    func attribution() throws(ServiceError) -> Attribution {
        attribution(of: try requireIdentity().user.actor)
    }
}

extension Request {
    /// The body, which must be the one that was signed, decoded from JSON.
    ///
    /// - Throws: `wrongDigest`, or `malformed`.
    func signedJSON<Value: Decodable>(
        _ type: Value.Type, upTo limit: Int = longestJSON, in context: FundContext
    ) async throws -> Value {
        let body = try await wholeBody(upTo: limit, in: context)
        guard let digest = context.digest else {
            throw ServiceError(.malformed, "This request needs a body in JSON.")
        }
        guard try SignatureHash.sha256(of: Array(body.readableBytesView)) == digest else {
            throw ServiceError.wrongDigest
        }
        return try body.decodedJSON(type)
    }
}

extension ServiceError {
    /// The body is not the one that was signed.
    static let wrongDigest = ServiceError(
        .wrongDigest,
        "The body does not have the SHA-256 that was signed: it was changed or cut on the way. Send it again.")
}
