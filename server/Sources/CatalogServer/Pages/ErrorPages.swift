import HTTPTypes
import Hummingbird
import Serving

/// Answers errors with pages, which people can read.
struct ErrorPages: Sendable {
    let templates: PageTemplates
    let group: String

    /// For the routes of pages.
    var always: ErrorMiddleware<CatalogContext> { ErrorMiddleware { error, _, context in page(error, context) } }

    /// For all routes: a program gets JSON, and a browser that shows the answer gets a page, which is the one for logging in
    /// where that is what is missing.
    var inBrowsers: ErrorMiddleware<CatalogContext> {
        ErrorMiddleware { error, request, context in
            guard request.isShownByBrowser else { return try Response(error) }
            guard error.code.status == .unauthorized else { return page(error, context) }
            // A file is downloaded without leaving the page for logging in, as if nothing had happened. The catalog shows it.
            let path = request.uri.path
            return .seeOther(path.hasPrefix("/v1/") ? "/login" : "/login?next=\(LocalPath(path).text)")
        }
    }

    private func page(_ error: ServiceError, _ context: CatalogContext) -> Response {
        let title = "That did not work"
        let account = context.identity.map { PageFrame.Account($0) }
        let page = ProblemPage(
            frame: PageFrame(title: title, group: group, account: account), heading: title, sentence: error.answer)
        return Response.page(templates.render(.problem, page), status: error.code.status).refusing(error)
    }
}

extension Request {
    /// Whether a browser shows the answer. If the browser says what it wants the answer for, that is a document, and not an image
    /// or a download, which would save the page as the file.
    fileprivate var isShownByBrowser: Bool {
        guard [.get, .post].contains(method), !headers.contains(.authorization) else { return false }
        if let destination = headers[.secFetchDest] { return destination == "document" }
        // Some programs want HTML, too, but only browsers send this one, whenever they go to a page.
        return headers[.upgradeInsecureRequests] == "1" && headers[.accept]?.contains("text/html") ?? false
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchDest = Self("sec-fetch-dest")!
    fileprivate static let upgradeInsecureRequests = Self("upgrade-insecure-requests")!
}
