import AppCatalog
import Hummingbird

/// Lets only those through who are logged in and have at least this role.
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
