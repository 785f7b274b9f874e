import Accounts
import AppGroup
import HTTPSignatures
import HTTPTypes
import Hummingbird
import Serving

/// Identifies the user of a request by its signature (RFC 9421). A request without one has no user, and routes refuse it.
///
/// The signed digest of the body is checked when the body is read.
struct SignatureMiddleware: RouterMiddleware {
    let authenticator: Authenticator<User, LoginChanges>
    let keys: SessionKeys
    let nonces: NonceLog

    /// The name of the signature in a request.
    static let label = "fund"

    func handle(
        _ request: Request, context: FundContext,
        next: @concurrent (Request, FundContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers.contains(.signatureInput) else { return try await next(request, context) }
        var context = context
        let signed = SignedRequest(
            method: request.method.rawValue, targetURI: context.origin.publicURL + request.uri.string,
            // The host is no field of its own here.
            fields: request.headers.map { ($0.name.rawName, $0.value) }
                + (request.head.authority.map { [("host", $0)] } ?? []))
        let signature = try Self.signature(of: signed)
        context.digest = try Self.digest(covered: signature, in: signed, hasBody: Self.hasBody(request))
        let (token, nonce) = try Self.parameters(of: signature)
        // A request with a wrong signature reads nothing from the database and takes no nonce.
        guard try Self.isValid(signature, for: signed, key: keys.key(of: token.text)) else {
            throw ServiceError(
                .badSignature,
                "The signature does not match this request. Is \(signed.targetURI) the address that was signed? If so, log in again: fund login."
            )
        }
        let now = context.moment
        try Self.checkTime(of: signature, at: now)
        // A repeated request is no use of its session, and a session that has ended takes no nonce.
        context.identity = try await authenticator.identity(of: token) { [nonces] in
            try nonces.take(nonce, of: token.text, from: $0.user.id, at: now)
        }
        guard context.identity != nil else {
            throw ServiceError(.notLoggedIn, "This session has ended; log in again: fund login.")
        }
        return try await next(request, context)
    }

    private static func signature(of request: SignedRequest) throws -> HTTPSignature {
        do throws(SignatureError) {
            return try HTTPSignature(labeled: label, in: request)
        } catch {
            throw described(error)
        }
    }

    private static func isValid(_ signature: HTTPSignature, for request: SignedRequest, key: [UInt8]) throws -> Bool {
        do throws(SignatureError) { return try signature.isValid(for: request, key: key) } catch {
            throw described(error)
        }
    }

    private static func described(_ error: SignatureError) -> ServiceError {
        switch error.code {
        case .missing: ServiceError(.notSigned, error.description)
        case .malformed, .unsupported, .incomplete: ServiceError(.badSignature, error.description)
        case .noCrypto: ServiceError(.configuration, error.description)
        }
    }

    /// The digest that the signature covers; `nil` if there is no body.
    private static func digest(
        covered signature: HTTPSignature, in request: SignedRequest, hasBody: Bool
    ) throws -> [UInt8]? {
        let content = request.field("content-digest")
        let needed = ["@method", "@target-uri"] + (hasBody || content != nil ? ["content-digest"] : [])
        for component in needed where !signature.components.contains(component) {
            throw ServiceError(.notSigned, "The signature has to cover \(component).")
        }
        guard let content else { return nil }
        do throws(SignatureError) { return try ContentDigest.sha256(in: content) } catch { throw described(error) }
    }

    private static func hasBody(_ request: Request) -> Bool {
        request.headers[.contentLength].map { $0 != "0" } ?? request.headers.contains(.transferEncoding)
    }

    private static func parameters(of signature: HTTPSignature) throws(ServiceError) -> (SessionToken, nonce: String) {
        guard signature.created != nil, let id = signature.keyID, let nonce = signature.nonce else {
            throw ServiceError(.notSigned, "The signature needs created, keyid and nonce.")
        }
        guard nonce.wholeMatch(of: /[A-Za-z0-9+\/=_-]{16,64}/) != nil else {
            throw ServiceError(.notSigned, "The nonce of the signature has to be 16 to 64 of A-Z a-z 0-9 + / = _ -")
        }
        guard let token = SessionToken(sent: id) else {
            throw ServiceError(.notLoggedIn, "The keyid of the signature names no session; log in again: fund login.")
        }
        return (token, nonce)
    }

    private static func checkTime(of signature: HTTPSignature, at now: Timestamp) throws(ServiceError) {
        let seconds = now.seconds
        guard let created = signature.created, abs(created - seconds) <= NonceLog.window else {
            throw ServiceError(
                .wrongTime,
                "The request was signed more than \(NonceLog.window) s before or after now, \(now); set the clock of the device."
            )
        }
        if let expires = signature.expires, expires < seconds {
            throw ServiceError(.wrongTime, "The signature has expired by the server's clock, \(now); sign again.")
        }
    }
}

extension HTTPField.Name {
    /// RFC 9421.
    static let signatureInput = Self("Signature-Input")!
}
