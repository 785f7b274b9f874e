import Hummingbird
import Serving

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
