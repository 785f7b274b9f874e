import Hummingbird
import Serving

extension ErrorMiddleware<CatalogContext> {
    /// Answers errors with pages.
    init(pages templates: PageTemplates, group: String) {
        self.init { error, _, context in
            let page = ProblemPage(
                title: "That did not work", group: group, account: context.identity.map { PageFrame.Account($0) },
                heading: "That did not work", sentence: error.answer)
            return Response.page(templates.render(.problem, page), status: error.code.status).refusing(error)
        }
    }
}
