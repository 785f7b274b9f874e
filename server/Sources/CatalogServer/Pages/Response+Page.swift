import Accounts
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

extension Response {
    /// A page. It may load its style sheet and images from this server and send its forms there, and nothing else. No script runs,
    /// whatever text got into the page.
    static func page(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: pageHeaders, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// The page of a catalog, which is rendered as fast as the client takes it.
    static func page(_ page: CatalogPage, from templates: PageTemplates, on channel: any Channel) -> Response {
        Response(
            status: .ok, headers: pageHeaders,
            body: ResponseBody { writer in
                var pending = ByteBuffer()
                for piece in PagePieces(page, from: templates) {
                    pending.writeString(piece)
                    guard pending.readableBytes >= longestPending else { continue }
                    try await writer.write(pending)
                    pending = ByteBuffer()
                    _ = try await AnswerProgress.taken(by: channel)
                }
                try await writer.write(pending)
                try await writer.finish(nil)
            })
    }

    /// How many bytes of a page are collected before they are sent.
    private static let longestPending = 4 << 10

    private static let pageHeaders: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy: contentPolicy, .referrerPolicy: "same-origin",
    ]

    /// Redirects to a `GET` request.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }

    private static let contentPolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("referrer-policy")!
}

/// Answers errors with pages.
struct PageErrorMiddleware: RouterMiddleware {
    let templates: PageTemplates
    let group: String

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        do {
            guard SameOrigin.isSafe(request.method) || SameOrigin.holds(request, publicURL: context.origin.publicURL)
            else {
                throw ServiceError(
                    .forbidden,
                    "This form was not sent from a page of \(context.origin.publicURL). If your browser shows another "
                        + "address, the server needs --public-url, or --trusted-proxies for a proxy in front of it."
                )
            }
            return try await next(request, context)
        } catch let error as ServiceError where error.code.status.kind == .clientError {
            let page = ProblemPage(
                title: "That did not work", group: group, account: context.identity.map { PageFrame.Account($0) },
                heading: "That did not work", sentence: error.answer)
            let response = Response.page(templates.render(.problem, page), status: error.code.status)
            return error.code == .tooSlow ? response.closing() : response
        }
    }
}
