import AppCatalog
import AppGroupPlatform
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Probes for machines: whether the server is alive, whether it can serve requests, and its metrics.
struct ProbeController {
    let readiness: Readiness
    let registry: PrometheusRegistry
    let caches: CacheMetrics
    let connections: ConnectionTally

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
            return Self.text("not ready; see the log\n", status: .serviceUnavailable)
        }
        return Self.text("ready\n")
    }

    /// For administrators, and for clients on this machine. A proxy on this machine that is not trusted does not count as one.
    @Sendable private func metrics(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let isLocal = context.origin.address?.isLoopback ?? false
        let isForwarded = request.headers.contains(.forwarded) || request.headers.contains(.xForwardedFor)
        if !isLocal || isForwarded { try context.requireIdentity().require(.administrator) }
        return Self.text(
            registry.exposition() + caches.exposition + connections.exposition() + ProcessMetrics.exposition(),
            type: "text/plain; version=0.0.4")
    }

    private static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// `GET /openapi.json`: the HTTP interface, described by the OpenAPI Specification 3.1.
struct DescriptionController {
    /// All answers share it.
    private static let description = ByteBuffer(bytes: PackageResources.openapi_json)

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/json; charset=utf-8", .cacheControl: "no-cache",
                    .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody(byteBuffer: Self.description))
        }
    }
}

/// Whether requests can be served: the data can be read, and the disk has room to write.
struct Readiness: Sendable {
    let store: any CatalogStore
    let folder: String

    /// The least free space on the disk, in bytes.
    static let leastSpace: UInt64 = 64 << 20

    func check() async throws {
        try await store.check()
        guard try DiskSpace(at: folder).freeBytes >= Self.leastSpace else {
            throw ServiceError(.noSpace, "The disk of \(folder) is full; make room on it.")
        }
    }
}
