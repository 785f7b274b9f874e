import Hummingbird

/// Finds out who asks, from `Authorization: Bearer`, else from a browser's cookie. Whether somebody must is for the routes to say:
/// ``RequiringMiddleware``.
struct AuthenticationMiddleware: RouterMiddleware {
    let authenticator: Authenticator

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        guard let token = Self.token(in: request) ?? Self.cookie(in: request, context.origin) else {
            return try await next(request, context)
        }
        var context = context
        context.identity = try await authenticator.identity(of: token)
        return try await next(request, context)
    }

    private static func token(in request: Request) -> SessionToken? {
        guard let value = request.headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return SessionToken(sent: parts[1])
    }

    /// A cookie counts only where no other site's page can have sent it along with what changes something.
    private static func cookie(in request: Request, _ origin: RequestOrigin) -> SessionToken? {
        guard SameOrigin.isSafe(request.method) || SameOrigin.holds(request, publicURL: origin.publicURL) else {
            return nil
        }
        return SessionCookie.token(in: request, isSecure: origin.isSecure)
    }
}
