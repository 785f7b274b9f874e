import AppCatalog
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Answers every error with an ``ErrorAnswer``. Unexpected errors are logged, and answered without their details.
struct ErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ServiceError {
            if error.code.status.kind == .serverError {
                context.logger.error("A request failed", metadata: ["error": "\(error)"])
            }
            return try Response(error)
        } catch let error as HTTPError {
            return try Self.answer(error, to: request)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A request failed", metadata: ["error": "\(String(reflecting: error))"])
            return try Response(
                ServiceError(.inputOutput, "The server failed; see the request \(context.id) in its log."))
        }
    }

    private static func answer(_ error: HTTPError, to request: Request) throws -> Response {
        let problem =
            switch error.status {
            case .notFound: ServiceError.notFound
            case .contentTooLarge: ServiceError(.tooLarge, "The request is too large.")
            default: ServiceError(.malformed, error.body ?? "The request can't be understood.")
            }
        var response = try Response(problem)
        response.status = error.status
        response.headers.append(contentsOf: error.headers)
        return response
    }
}

extension Response {
    /// The answer to an error.
    init(_ error: ServiceError) throws {
        self = try .json(ErrorAnswer(code: error.code.word, message: error.description), status: error.code.status)
        if let seconds = error.retryAfter { headers[.retryAfter] = "\(max(1, seconds))" }
        if error.code.status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if error.code == .tooSlow { self = closing() }
    }
}
