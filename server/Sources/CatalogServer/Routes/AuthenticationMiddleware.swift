import Accounts
import AppCatalog
import Hummingbird

/// Identifies the user of a request by `Authorization: Bearer`, or else by a browser's cookie. Whether a login is required is up to
/// the routes: ``RequiringMiddleware``.
struct AuthenticationMiddleware: RouterMiddleware {
    let authenticator: CatalogAuthenticator
    let notifier: ChangeNotifier<Changes>

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // Before anything is read, so that a transfer learns of every change that came after that.
        context.generation = notifier.current
        guard let token = SessionToken(in: request, from: context.origin) else {
            return try await next(request, context)
        }
        context.identity = try await authenticator.identity(of: token)
        context.identityNow = { [authenticator] in try await authenticator.identity(of: token) }
        return try await next(request, context)
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
