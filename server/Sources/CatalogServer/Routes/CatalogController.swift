import HTTPTypes
import Hummingbird
import Serving

/// `GET /v1/catalog`: exactly what the user may have.
struct CatalogController {
    let service: CatalogService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("catalog", use: catalog)
    }

    @Sendable private func catalog(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let catalog = try await service.catalog(of: context.requireIdentity().user.id)
        let isCompressed = AcceptedEncoding.takesGzip(request.headers)
        let tag = isCompressed ? catalog.gzipTag : catalog.tag
        var headers: HTTPFields = [
            .eTag: "\(tag)", .cacheControl: "private, no-cache",
            .vary: "Accept-Encoding, Authorization, Cookie",
        ]
        let known = request.headers[values: .ifNoneMatch].joined(separator: ",")
        if tag.isNamed(in: known, weakly: true) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.xContentTypeOptions] = "nosniff"
        if isCompressed { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: try isCompressed ? catalog.gzip : catalog.json))
    }
}
