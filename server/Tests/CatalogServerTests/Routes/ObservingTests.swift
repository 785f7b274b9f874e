import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Serving
import Testing

@testable import CatalogServer

/// What the log and the metrics say of answers whose length is unknown until they have been written.
struct ObservingTests {
    private let registry = PrometheusRegistry()

    /// Answers as the server does, or like a server whose client is gone before the answer is written.
    private struct Responder: HTTPResponder {
        let responder: RouterResponder<CatalogContext>
        let dropsAnswers: Bool

        func respond(to request: Request, context: CatalogContext) async throws -> Response {
            let response = try await responder.respond(to: request, context: context)
            return dropsAnswers ? Response(status: .noContent) : response
        }
    }

    private func ask(_ method: HTTPRequest.Method, droppingAnswers dropsAnswers: Bool) async throws {
        let router = Router(context: CatalogContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ObservingMiddleware(meter: RequestMeter(factory: registry), showing: .route))
        router.get("streamed") { _, _ in
            Response(status: .ok, body: ResponseBody { writer in try await writer.finish(nil) })
        }
        let responder = Responder(responder: router.buildResponder(), dropsAnswers: dropsAnswers)
        let application = Application(responder: responder, logger: RouterFixture.silence)
        try await application.test(.router) { client in
            _ = try await client.execute(uri: "/streamed", method: method)
        }
    }

    @Test(arguments: [(.get, false), (.get, true), (.head, false)] as [(HTTPRequest.Method, Bool)])
    func `A request is counted once, and is no longer active, whether or not its answer is written`(
        _ method: HTTPRequest.Method, isDropped: Bool
    ) async throws {
        try await ask(method, droppingAnswers: isDropped)
        let metrics = registry.exposition()
        let labels = "method=\"\(method.rawValue)\",route=\"/streamed\",status=\"200\""
        #expect(metrics.contains(/http_server_active_requests 0(\.0)?\n/), "\(metrics)")
        #expect(metrics.contains("http_server_request_duration_seconds_count{\(labels)} 1\n"), "\(metrics)")
    }
}
