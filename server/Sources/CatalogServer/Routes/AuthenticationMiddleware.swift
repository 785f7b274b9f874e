import AppCatalog
import Hummingbird

/// Identifies the user of a request by `Authorization: Bearer`, or else by a browser's cookie. Whether a login is required is up to
/// the routes: ``RequiringMiddleware``.
struct AuthenticationMiddleware: RouterMiddleware {
    let authenticator: Authenticator
    let generations: GenerationNotifier

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // Before anything is read, so that a transfer learns of every change that came after that.
        context.generation = generations.current
        guard let token = Self.token(in: request) ?? Self.cookie(in: request, context.origin) else {
            return try await next(request, context)
        }
        context.identity = try await authenticator.identity(of: token)
        return try await next(request, context)
    }

    private static func token(in request: Request) -> SessionToken? {
        guard let value = request.headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return SessionToken(sent: parts[1])
    }

    /// A cookie counts only if the request changes nothing, or cannot come from a page of another site.
    private static func cookie(in request: Request, _ origin: RequestOrigin) -> SessionToken? {
        guard SameOrigin.isSafe(request.method) || SameOrigin.holds(request, publicURL: origin.publicURL) else {
            return nil
        }
        return SessionCookie.token(in: request, isSecure: origin.isSecure)
    }
}

/// Requires a login with at least this role.
struct RequiringMiddleware: RouterMiddleware {
    let role: AccountRole

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        try context.requireIdentity().require(role)
        return try await next(request, context)
    }
}
