import AppGroupPlatform
import HTTPTypes
public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore

/// Probes for machines: whether the server is alive, whether it can serve requests, and its metrics.
public struct ProbeController<Context: ServedContext>: Sendable {
    private let check: @Sendable () async throws -> Void
    private let exposition: @Sendable () -> String
    private let authorize: @Sendable (Context) throws -> Void
    private let outages: OutageLog

    /// - Parameters:
    ///   - check: Throws if requests can't be served, such as ``Readiness/check()``.
    ///   - exposition: The metrics in Prometheus's text format.
    ///   - authorize: Throws if the user behind a request from another machine may not see the metrics.
    ///   - logger: Where it says why requests can't be served.
    public init(
        check: @escaping @Sendable () async throws -> Void, exposition: @escaping @Sendable () -> String,
        authorize: @escaping @Sendable (Context) throws -> Void, logger: Logger
    ) {
        self.check = check
        self.exposition = exposition
        self.authorize = authorize
        outages = OutageLog(logger, broken: "Not ready", mended: "Ready again")
    }

    /// Adds `GET healthz`, `readyz` and `metrics`.
    public func addRoutes(to router: some RouterMethods<Context>) {
        router.get("healthz") { _, _ in Self.text("ok\n") }
        router.get("readyz", use: ready)
        router.get("metrics", use: metrics)
    }

    @Sendable private func ready(_ request: Request, _ context: Context) async throws -> Response {
        guard await outages.attempt(check) != nil else {
            return Self.text("not ready; see the log\n", status: .serviceUnavailable)
        }
        return Self.text("ready\n")
    }

    /// For those who may see them, and for clients on this machine. A proxy on this machine that is not trusted does not count as one.
    @Sendable private func metrics(_ request: Request, _ context: Context) async throws -> Response {
        let isLocal = context.origin.address?.isLoopback ?? false
        if !isLocal || request.headers.isForwarded { try authorize(context) }
        return Self.text(exposition(), type: "text/plain; version=0.0.4")
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
public struct DescriptionController: Sendable {
    /// All answers share it.
    private let description: ByteBuffer

    /// - Parameter description: The file `openapi.json`.
    public init(_ description: [UInt8]) { self.description = ByteBuffer(bytes: description) }

    /// Adds `GET openapi.json`.
    public func addRoutes(to router: some RouterMethods<some RequestContext>) {
        router.get("openapi.json") { [description] _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/json; charset=utf-8", .cacheControl: "no-cache",
                    .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody(byteBuffer: description))
        }
    }
}

/// Whether requests can be served: the data can be read, and the disk has room to write.
public struct Readiness: Sendable {
    private let folder: String
    private let leastSpace: UInt64
    private let read: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - folder: A folder on the disk that the server writes to.
    ///   - leastSpace: The least free space on the disk, in bytes.
    ///   - read: Throws if the data can't be read.
    public init(
        folder: String, leastSpace: UInt64 = 64 << 20, read: @escaping @Sendable () async throws -> Void
    ) {
        self.folder = folder
        self.leastSpace = leastSpace
        self.read = read
    }

    /// Throws if requests can't be served.
    public func check() async throws {
        try await read()
        let free = try DiskSpace(at: folder).freeBytes
        guard free >= leastSpace else {
            throw ServiceError(
                .noSpace, "The disk of \(folder) has \(free) bytes left, less than \(leastSpace); make room on it.")
        }
    }
}
