import Hummingbird
import Serving

/// Refuses forms that no page of this server has sent.
struct SameOriginMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        guard SameOrigin.isSafe(request.method) || SameOrigin.holds(request, publicURL: context.origin.publicURL) else {
            throw ServiceError(
                .forbidden,
                "This form was not sent from a page of \(context.origin.publicURL). If your browser shows another "
                    + "address, the server needs --public-url, or --trusted-proxies for a proxy in front of it.")
        }
        return try await next(request, context)
    }
}
