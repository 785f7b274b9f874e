public import Hummingbird
public import Serving

/// Cuts off a body that arrives too slowly, or whose sender was blocked while it arrives, if it is large or is read while it
/// arrives. A small body that is needed complete has its own limit, with an answer: see ``Request/wholeBody(upTo:in:)``.
public struct ArrivalMiddleware<Context: ServedContext, Changes: ChangeSummary>: RouterMiddleware {
    private let transfers: RunningTransfers<Changes>
    private let isStreamed: @Sendable (Request) -> Bool
    private let right: @Sendable (Context) -> RunningTransfers<Changes>.Right

    /// In bytes.
    private static var smallBody: Int { 64 << 10 }

    /// - Parameters:
    ///   - isStreamed: Whether a route reads the body of a request while it arrives, so that no limit of its own ends it.
    ///   - right: The right of a sender to continue a request.
    public init(
        transfers: RunningTransfers<Changes>, isStreamed: @escaping @Sendable (Request) -> Bool = { _ in false },
        right: @escaping @Sendable (Context) -> RunningTransfers<Changes>.Right
    ) {
        self.transfers = transfers
        self.isStreamed = isStreamed
        self.right = right
    }

    /// Watches the body of one request.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.isLarge(request) || isStreamed(request) else { return try await next(request, context) }
        // As nothing is known since the beginning, the right is checked once.
        let ticket = try await transfers.begin(
            on: context.channel, since: Generation(rawValue: 0), right: right(context))
        defer { transfers.end(ticket) }
        return try await next(request, context)
    }

    private static func isLarge(_ request: Request) -> Bool {
        if let length = request.headers[.contentLength] { return Int(length).map { $0 > smallBody } ?? true }
        return request.headers[.transferEncoding] != nil
    }
}

extension RunningTransfers.Right {
    /// The right of a user who is logged in, for as long as their session lasts; without a login, there is nothing to end.
    ///
    /// - Parameter stored: A session as it is stored now; `nil` if it has ended.
    public init(
        of identity: AccountIdentity<some Account>?,
        stored: @escaping @Sendable (Session) async throws -> Session?
    ) {
        self.init(user: identity?.user.id, session: identity?.session.id) {
            guard let identity else { return true }
            return try await stored(identity.session) != nil
        }
    }
}
