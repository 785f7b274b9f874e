import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// One line in the log and one count in the metrics for each request, once its answer is written.
///
/// The line says who asked for what, never with which token, password, query or signed link.
struct ObservingMiddleware: RouterMiddleware {
    let meter: RequestMeter

    /// Where the routes of signed links begin.
    private static let links = "/v1/links/"

    /// Bytes of a body beyond which writing it takes time of its own.
    private static let smallBody = 1 << 20

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        meter.begin()
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            finish(request, context, status: .internalServerError, start)
            throw error
        }
        response.headers[.xRequestID] = context.id
        let status = response.status
        if let length = response.body.contentLength, length <= Self.smallBody || request.method == .head {
            finish(request, context, status: status, start)
        } else {
            let body = response.body
            response.body = ResponseBody(contentLength: body.contentLength) { writer in
                do {
                    try await body.write(writer)
                } catch {
                    finish(request, context, status: status, start, cut: true)
                    throw error
                }
                finish(request, context, status: status, start)
            }
        }
        return response
    }

    private func finish(
        _ request: Request, _ context: CatalogContext, status: HTTPResponse.Status, _ start: ContinuousClock.Instant,
        cut: Bool = false
    ) {
        let duration = ContinuousClock.now - start
        meter.end(request.method, route: context.endpointPath, status: status, after: duration)
        var metadata: Logger.Metadata = [
            "method": .string(request.method.rawValue), "path": .string(shownPath(request, context)),
            "status": .stringConvertible(status.code),
            "microseconds": .stringConvertible(duration.nanoseconds / 1000),
        ]
        if let address = context.observation.address { metadata["address"] = .string(address) }
        if let user = context.observation.user { metadata["user"] = .string(user) }
        if cut { metadata["cut"] = "true" }
        context.logger.info("request", metadata: metadata)
    }

    /// The path, but for one that is a secret: that of a signed link, however it is spelled. The router passes over empty
    /// components, so its own word counts where it found a route; where it found none, nothing is shown below `links`.
    private func shownPath(_ request: Request, _ context: CatalogContext) -> String {
        let path = request.uri.path
        // What stands there where it found none is no path.
        if let route = context.endpointPath, route.hasPrefix("/") {
            return route.hasPrefix(Self.links) ? route.replacing(/{[^}]*}/, with: "…") : path
        }
        let components = (path.removingPercentEncoding ?? path).split(separator: "/")
        guard let place = components.firstIndex(where: { $0.lowercased() == "links" }) else { return path }
        return "/\(components[...place].joined(separator: "/"))/…"
    }
}
