import AppGroupPlatform
import Foundation
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import Logging
import Synchronization

/// Logs and counts each request once its answer is written.
///
/// The log names the user and the path, but never a token, a password, a query or a secret part of a path.
public struct ObservingMiddleware<Context: ServedContext>: RouterMiddleware {
    private let meter: RequestMeter
    private let shown: ShownPath

    /// A larger body, in bytes, takes noticeable time to write.
    private static var smallBody: Int { 1 << 20 }

    /// - Parameter shown: What the log shows of a path.
    public init(meter: RequestMeter, showing shown: ShownPath) {
        self.meter = meter
        self.shown = shown
    }

    /// Logs and counts one request.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        meter.begin()
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            // Only a server that stops cuts off a request that it has not answered.
            let isCut = error is CancellationError
            finish(request, context, status: isCut ? .serviceUnavailable : .internalServerError, start, cut: isCut)
            throw error
        }
        response.headers[.xRequestID] = context.id
        let status = response.status
        let body = response.body
        if request.method == .head || body.contentLength.map({ $0 <= Self.smallBody }) ?? false {
            finish(request, context, status: status, start)
        } else {
            let answering = Answering { finish(request, context, status: status, start, cut: $0) }
            response.body = ResponseBody(contentLength: body.contentLength) { writer in
                do {
                    try await body.write(writer)
                } catch {
                    answering.end(cut: true)
                    throw error
                }
                answering.end(cut: false)
            }
        }
        return response
    }

    private func finish(
        _ request: Request, _ context: Context, status: HTTPResponse.Status, _ start: ContinuousClock.Instant,
        cut: Bool = false
    ) {
        let duration = ContinuousClock.now - start
        meter.end(request.method, route: context.endpointPath, status: status, after: duration)
        var metadata: Logger.Metadata = [
            "method": .string(request.method.rawValue), "path": .string(shownPath(request, context)),
            "status": .stringConvertible(status.code),
            "microseconds": .stringConvertible(duration.wholeNanoseconds / 1000),
        ]
        if let address = context.observation.address { metadata["address"] = .string(address) }
        if let user = context.observation.user { metadata["user"] = .string(user) }
        if cut { metadata["cut"] = "true" }
        context.logger.info("request", metadata: metadata)
    }

    /// The path without its secret part, however that is spelled. The router ignores empty components, so its route decides if
    /// there is one.
    private func shownPath(_ request: Request, _ context: Context) -> String {
        let path = request.uri.path
        guard case .path(hidingBelow: let secret) = shown else { return context.endpointPath ?? "" }
        // Without a route, this is not a path.
        if let route = context.endpointPath, route.hasPrefix("/") {
            return route.split(separator: "/").dropLast().contains { $0 == secret }
                ? route.replacing(/{[^}]*}/, with: "…") : path
        }
        let components = (path.removingPercentEncoding ?? path).split(separator: "/")
        guard let place = components.firstIndex(where: { $0.lowercased() == secret }) else { return path }
        return "/\(components[...place].joined(separator: "/"))/…"
    }
}

/// What the log shows of the path of a request.
public enum ShownPath: Hashable, Sendable {
    /// All of it, except for what follows a component of this name, in lower case.
    case path(hidingBelow: String)
    /// Its route, such as `/v1/reports/{number}`: nothing that the client sent.
    case route
}

/// An answer that is being written. It ends once, even if nobody ever writes it because the client is gone: then it ends with this
/// object.
private final class Answering: Sendable {
    private let whenEnded: Mutex<(@Sendable (_ cut: Bool) -> Void)?>

    /// - Parameter whenEnded: Called once, with whether a part of the answer is missing.
    init(whenEnded: @escaping @Sendable (_ cut: Bool) -> Void) { self.whenEnded = Mutex(whenEnded) }

    deinit { end(cut: true) }

    /// Ends the answer, unless it has ended.
    func end(cut: Bool) { whenEnded.withLock { $0.take() }?(cut) }
}
