import AppCatalog
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// What machines ask: whether the server lives, whether it can serve, and its numbers.
struct ProbeController {
    let readiness: Readiness
    let registry: PrometheusRegistry

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("healthz") { _, _ in Self.text("ok\n") }
        router.get("readyz", use: ready)
        router.get("metrics", use: metrics)
    }

    @Sendable private func ready(_ request: Request, _ context: CatalogContext) async throws -> Response {
        do {
            try await readiness.check()
        } catch {
            context.logger.error("Not ready", metadata: ["error": "\(error)"])
            return Self.text("not ready; the log says why\n", status: .serviceUnavailable)
        }
        return Self.text("ready\n")
    }

    /// For administrators, and for whoever asks on this machine; a proxy on it that is not trusted speaks for strangers.
    @Sendable private func metrics(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let isLocal = context.origin.address?.isLoopback ?? false
        let isForwarded = request.headers.contains(.forwarded) || request.headers.contains(.xForwardedFor)
        if !isLocal || isForwarded { try context.requireIdentity().require(.administrator) }
        return Self.text(registry.exposition() + ProcessMetrics.exposition(), type: "text/plain; version=0.0.4")
    }

    private static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
