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
