import Hummingbird

/// Answers errors of pages as pages.
struct PageErrorMiddleware: RouterMiddleware {
    let templates: PageTemplates
    let family: String

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        do {
            guard SameOrigin.isSafe(request.method) || SameOrigin.holds(request, publicURL: context.origin.publicURL)
            else {
                throw ServiceError(
                    .forbidden,
                    "This form was not sent from a page of \(context.origin.publicURL). If that is not the address in your "
                        + "browser, the server has to be told its own: --public-url, or --trusted-proxies for a proxy before it."
                )
            }
            return try await next(request, context)
        } catch let error as ServiceError where error.code.status.kind == .clientError {
            let page = ProblemPage(
                title: "That did not work", family: family, account: context.identity.map { PageFrame.Account($0) },
                heading: "That did not work", sentence: error.description)
            let response = Response.page(templates.render(.problem, page), status: error.code.status)
            return error.code == .tooSlow ? response.closing() : response
        }
    }
}
