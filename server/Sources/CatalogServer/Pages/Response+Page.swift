import HTTPTypes
import Hummingbird

extension Response {
    /// A page. It may load its style sheet and the pictures of packages from this server, send its forms there, and nothing else:
    /// whatever text got into it, no script runs.
    static func page(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-store",
                .xContentTypeOptions: "nosniff", .contentSecurityPolicy: contentPolicy, .referrerPolicy: "same-origin",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Leads on by `GET`.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }

    private static let contentPolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

extension Request {
    /// The fields of a form (`application/x-www-form-urlencoded`).
    func form<Fields: Decodable>(_ type: Fields.Type, in context: CatalogContext) async throws -> Fields {
        let text = String(buffer: try await wholeBody(upTo: Self.longestLogin, in: context))
        do {
            return try URLEncodedFormDecoder().decode(type, from: text)
        } catch {
            throw ServiceError(.malformed, "The form is incomplete; reload the page and fill it in again.")
        }
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("referrer-policy")!
}
