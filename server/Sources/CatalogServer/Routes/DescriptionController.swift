import Hummingbird
import NIOCore

/// `GET /openapi.json`: what the server can be asked, by the OpenAPI Specification 3.1.
struct DescriptionController {
    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/json; charset=utf-8", .cacheControl: "no-cache",
                    .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        }
    }
}
