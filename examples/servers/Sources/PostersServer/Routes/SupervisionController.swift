import Hummingbird
import Serving

/// What only supervisors may do.
struct SupervisionController {
    let reports: Reports

    private var store: PostersStore { reports.store }

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.get("queue", use: queue)
        router.post("reports/{number}/status", use: decide)
        router.delete("reports/{number}", use: delete)
        router.get("offenders", use: offenders)
        router.get("blocked", use: blocked)
        router.post("blocked", use: block)
        router.delete("blocked/{phone}", use: unblock)
    }

    @Sendable private func queue(_ request: Request, _ context: PostersContext) async throws -> Response {
        let viewer = Viewer(try context.requireSupervisor().user)
        let query = QueryReader(request)
        let found = try await store.queue(
            after: try query.number("after", 0...Int64.max) ?? 0, limit: try query.limit())
        return try .json(
            ReportPage(
                reports: found.reports.map { ReportMessage($0, .full, to: viewer, at: context.origin.publicURL) },
                next: found.next))
    }

    @Sendable private func decide(_ request: Request, _ context: PostersContext) async throws -> Response {
        let supervisor = try context.requireSupervisor()
        let number = try context.reportNumber()
        let change = try await request.json(StatusChange.self, in: context)
        let report = try await reports.decide(number, change, supervisor: supervisor, by: context.attribution())
        return try .json(ReportMessage(report, .full, to: Viewer(supervisor.user), at: context.origin.publicURL))
    }

    @Sendable private func delete(_ request: Request, _ context: PostersContext) async throws -> Response {
        let supervisor = try context.requireSupervisor()
        try await store.delete(context.reportNumber(), supervisor, by: context.attribution())
        return .noContent
    }

    @Sendable private func offenders(_ request: Request, _ context: PostersContext) async throws -> Response {
        _ = try context.requireSupervisor()
        let (phones, companies) = try await store.offenders(limit: QueryReader(request).limit())
        return try .json(OffendersMessage(phones, companies))
    }

    @Sendable private func blocked(_ request: Request, _ context: PostersContext) async throws -> Response {
        _ = try context.requireSupervisor()
        return try .json(BlockedList(phones: try await store.blockedNumbers().map(BlockedMessage.init)))
    }

    @Sendable private func block(_ request: Request, _ context: PostersContext) async throws -> Response {
        let supervisor = try context.requireSupervisor()
        let wanted = try await request.json(BlockRequest.self, in: context)
        let number = try ReportContents.phone(wanted.phone)
        let blocked = try await store.block(
            number.e164, reason: try Reports.reason(wanted.reason), supervisor, by: context.attribution())
        return try .json(BlockedMessage(blocked))
    }

    @Sendable private func unblock(_ request: Request, _ context: PostersContext) async throws -> Response {
        let supervisor = try context.requireSupervisor()
        let text = try context.parameters.decoded("phone")
        guard text.wholeMatch(of: /\+[0-9]{4,15}/) != nil else {
            throw ServiceError(.malformed, "“\(text.prefix(40))” is not a number in E.164 form, such as +380441234567.")
        }
        try await store.unblock(text, supervisor, by: context.attribution())
        return .noContent
    }
}
