import ErrorAnswers
public import Hummingbird
import HummingbirdCore
import Logging

/// Answers every error. Unexpected errors are logged, and answered without their details.
public struct ErrorMiddleware<Context: ServedContext>: RouterMiddleware {
    private let answer: @Sendable (ServiceError, Request, Context) throws -> Response

    /// - Parameter answer: Makes the answer to an error; by default, JSON with a word for programs and a sentence for people:
    ///   `{"error": {"code": "notFound", "message": "…"}}`.
    public init(
        answer: @escaping @Sendable (ServiceError, Request, Context) throws -> Response = { error, _, _ in
            try Response(error)
        }
    ) { self.answer = answer }

    /// Answers the errors of one request.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ServiceError {
            context.log(error)
            return try answer(error, request, context)
        } catch let error as HTTPError {
            return try answer(error, to: request, context)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A request failed", metadata: ["error": "\(String(reflecting: error))"])
            return try answer(
                ServiceError(.inputOutput, "The server failed; see the request \(context.id) in its log."), request,
                context)
        }
    }

    private func answer(_ error: HTTPError, to request: Request, _ context: Context) throws -> Response {
        let problem =
            switch error.status {
            case .notFound: ServiceError.notFound
            case .contentTooLarge: ServiceError(.tooLarge, "The request is too large.")
            default: ServiceError(.malformed, error.body ?? "The request can't be understood.")
            }
        var response = try answer(problem, request, context)
        response.status = error.status
        response.headers.append(contentsOf: error.headers)
        return response
    }
}

extension Response {
    /// The answer to an error, in JSON.
    public init(_ error: ServiceError) throws {
        self = try Response.json(ErrorAnswer(error), status: error.code.status).refusing(error)
    }

    /// The answer to an error with the headers that belong to it. It closes the connection if the request came too slowly.
    public func refusing(_ error: ServiceError) -> Response {
        var response = self
        if let seconds = error.retryAfter { response.headers[.retryAfter] = "\(max(1, seconds))" }
        if error.code.status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return error.code == .tooSlow ? response.closing() : response
    }
}
