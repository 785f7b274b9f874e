import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Logs and counts each request once its answer is written.
///
/// The log names the user and the path, but never a token, a password, a query or a signed link.
struct ObservingMiddleware: RouterMiddleware {
    let meter: RequestMeter

    /// The beginning of the routes of signed links.
    private static let links = "/v1/links/"

    /// A larger body, in bytes, takes noticeable time to write.
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

    /// The path, without the secret part of a signed link, however that is spelled. The router ignores empty components, so its
    /// route decides if there is one; otherwise, nothing below `links` is shown.
    private func shownPath(_ request: Request, _ context: CatalogContext) -> String {
        let path = request.uri.path
        // Without a route, this is not a path.
        if let route = context.endpointPath, route.hasPrefix("/") {
            return route.hasPrefix(Self.links) ? route.replacing(/{[^}]*}/, with: "…") : path
        }
        let components = (path.removingPercentEncoding ?? path).split(separator: "/")
        guard let place = components.firstIndex(where: { $0.lowercased() == "links" }) else { return path }
        return "/\(components[...place].joined(separator: "/"))/…"
    }
}
