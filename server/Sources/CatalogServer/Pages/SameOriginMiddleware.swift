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

extension ErrorMiddleware<CatalogContext> {
    /// Answers errors with pages.
    init(pages templates: PageTemplates, group: String) {
        self.init { error, _, context in
            let title = "That did not work"
            let account = context.identity.map { PageFrame.Account($0) }
            let page = ProblemPage(
                frame: PageFrame(title: title, group: group, account: account), heading: title, sentence: error.answer)
            return Response.page(templates.render(.problem, page), status: error.code.status).refusing(error)
        }
    }
}
