import Accounts
import Hummingbird
import Serving

/// Cuts off a large body that arrives too slowly, or whose sender was blocked while it arrives. Small bodies are needed whole, and
/// have a limit of their own.
struct ArrivalMiddleware: RouterMiddleware {
    let transfers: RunningTransfers<LoginChanges>
    let store: PostersStore

    /// In bytes.
    private static let smallBody = 64 << 10

    func handle(
        _ request: Request, context: PostersContext,
        next: @concurrent (Request, PostersContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isLarge(request) else { return try await next(request, context) }
        let (identity, store) = (context.identity, store)
        let right = RunningTransfers<LoginChanges>.Right(user: identity?.user.id, session: identity?.session.id) {
            guard let identity else { return true }
            return try await store.sessions(of: identity.user.id, alive: .standard, at: .now)
                .contains { $0.id == identity.session.id }
        }
        // As nothing is known since the beginning, the right is checked once.
        let ticket = try await transfers.begin(on: context.channel, since: Generation(rawValue: 0), right: right)
        defer { transfers.end(ticket) }
        return try await next(request, context)
    }

    private static func isLarge(_ request: Request) -> Bool {
        if let length = request.headers[.contentLength] { return Int(length).map { $0 > smallBody } ?? true }
        return request.headers[.transferEncoding] != nil
    }
}
