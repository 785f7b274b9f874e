import Accounts
import Hummingbird
import Serving

/// Changes to and from devices.
struct SyncController {
    let syncing: Syncing
    /// For the changes of all requests.
    let room: BodyRoom

    func addRoutes(to router: some RouterMethods<FundContext>) {
        router.get("changes", use: changes)
        router.post("changes", use: change)
        router.get("objects/{kind}/{id}", use: object)
    }

    /// How many changes a page has if the client doesn't say.
    private static let usualPage = 500

    @Sendable private func changes(_ request: Request, _ context: FundContext) async throws -> Response {
        let user = try context.requireIdentity().user.id
        let query = QueryReader(request)
        let page = try await syncing.store.objects(
            of: user, after: try query.number("after", 0...Int64.max) ?? 0,
            limit: try query.limit(otherwise: Self.usualPage))
        return .json(encoded: ChangeAnswers.page(page))
    }

    @Sendable private func change(_ request: Request, _ context: FundContext) async throws -> Response {
        let user = try context.requireIdentity().user.id
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? ChangeRequest.longest
        return try await room.holding(min(max(0, length), ChangeRequest.longest), of: user) {
            let wanted = try await request.signedJSON(ChangeRequest.self, upTo: ChangeRequest.longest, in: context)
            let (outcomes, history) = try await syncing.apply(wanted.changes, of: user)
            return .json(encoded: try ChangeAnswers.results(wanted.changes, outcomes, history: history))
        }
    }

    @Sendable private func object(_ request: Request, _ context: FundContext) async throws -> Response {
        let user = try context.requireIdentity().user.id
        guard let kind = context.parameters.get("kind").flatMap(ObjectKind.init),
            let id = context.parameters.get("id").flatMap({ ObjectID($0) }),
            let object = try await syncing.store.object(kind, id, of: user)
        else { throw ServiceError.notFound }
        return .json(encoded: ChangeAnswers.object(object))
    }
}
