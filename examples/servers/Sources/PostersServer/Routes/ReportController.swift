import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// Filing, reading and changing reports.
struct ReportController {
    let reports: Reports

    private var store: PostersStore { reports.store }

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.post("reports", use: file)
        router.get("reports", use: list)
        router.get("reports/{number}", use: report)
        router.patch("reports/{number}", use: edit)
        router.post("reports/{number}/cancel", use: cancel)
        router.get("search", use: search)
        router.get("near", use: near)
        router.get("changes", use: changes)
    }

    @Sendable private func file(_ request: Request, _ context: PostersContext) async throws -> Response {
        let user = try context.requireIdentity().user
        let new = try await request.json(NewReport.self, in: context)
        let (report, body) = try await reports.file(
            new, key: request.headers[.idempotencyKey], reporter: user, url: context.origin.publicURL,
            by: context.attribution())
        var response = Response.json(encoded: body, status: .created)
        response.headers[.location] = "\(context.origin.publicURL)/v1/reports/\(report.number)"
        return response
    }

    @Sendable private func edit(_ request: Request, _ context: PostersContext) async throws -> Response {
        let user = try context.requireIdentity().user
        let number = try context.reportNumber()
        let edit = try await request.json(ReportEdit.self, in: context)
        let body = try await reports.edit(
            number, edit, key: request.headers[.idempotencyKey], reporter: user, url: context.origin.publicURL,
            by: context.attribution())
        return .json(encoded: body, status: .ok)
    }

    @Sendable private func cancel(_ request: Request, _ context: PostersContext) async throws -> Response {
        let user = try context.requireIdentity().user
        let report = try await store.cancel(context.reportNumber(), of: user, by: context.attribution())
        return try .json(message(report, context))
    }

    @Sendable private func report(_ request: Request, _ context: PostersContext) async throws -> Response {
        let viewer = Viewer(try context.requireIdentity().user)
        let report = try await store.report(context.reportNumber())
        guard report.visibility(to: viewer) != .hidden else { throw ServiceError.notFound }
        return try .json(message(report, context))
    }

    @Sendable private func list(_ request: Request, _ context: PostersContext) async throws -> Response {
        let viewer = Viewer(try context.requireIdentity().user)
        let query = QueryReader(request)
        let (limit, isMine) = (try query.limit(), try query.flag("mine"))
        let seesAll = viewer.isSupervisor || viewer.role == .reader
        let filter = ReportFilter(
            status: try query.word("status", ReportStatus.self), reporter: isMine || !seesAll ? viewer.user : nil,
            before: try query.number("before", 0...Int64.max), leavesOutUnwanted: viewer.role == .reader)
        return try .json(page(try await store.reports(filter, limit: limit), context))
    }

    @Sendable private func search(_ request: Request, _ context: PostersContext) async throws -> Response {
        let viewer = Viewer(try context.requireIdentity().user)
        let query = QueryReader(request)
        let (text, limit) = (try query.required("q"), try query.limit())
        guard PlainText.isLine(text, upTo: ReportLimits.lineLength) else {
            throw ServiceError(
                .malformed, "The searched text has at most \(ReportLimits.lineLength) characters, in one line.")
        }
        let found = try await store.reports(
            containing: text, viewer: viewer, before: try query.number("before", 0...Int64.max) ?? .max, limit: limit)
        return try .json(page(found, context))
    }

    @Sendable private func near(_ request: Request, _ context: PostersContext) async throws -> Response {
        let viewer = Viewer(try context.requireIdentity().user)
        let query = QueryReader(request)
        guard let latitude = try query.measure("lat", -90...90), let longitude = try query.measure("long", -180...180),
            let place = Place(latitude: latitude, longitude: longitude)
        else { throw ServiceError(.malformed, "The parameters lat and long are needed.") }
        let found = try await store.reports(
            near: place, radius: try query.measure("radius", ReportLimits.radius) ?? ReportLimits.similarRadius,
            viewer: viewer,
            limit: try query.limit())
        return try .json(
            NearbyReports(
                reports: found.list.map { distance, report in
                    NearbyReports.Entry(distance: Int(distance.rounded()), report: message(report, context))
                }, more: found.hasMore))
    }

    @Sendable private func changes(_ request: Request, _ context: PostersContext) async throws -> Response {
        let viewer = Viewer(try context.requireIdentity().user)
        let query = QueryReader(request)
        let (after, limit) = (try query.number("after", 0...Int64.max) ?? 0, try query.limit())
        let seesAll = viewer.isSupervisor || viewer.role == .reader
        let page = try await store.changes(after: after, reporter: seesAll ? nil : viewer.user, limit: limit)
        return try .json(
            ChangePage(
                changes: page.list.map { change in
                    let isHidden = change.report.map { $0.visibility(to: viewer) == .hidden } ?? true
                    return ChangeMessage(
                        version: change.version, number: change.number,
                        kind: isHidden ? .deleted : change.report?.change ?? .deleted,
                        byYou: change.changedBy != nil && change.changedBy == viewer.user,
                        report: isHidden ? nil : change.report.map { message($0, context) })
                }, next: page.list.last?.version ?? after, more: page.hasMore, history: page.history,
                lost: page.lost.map { ChangePage.LostVersions(first: $0.lowerBound, last: $0.upperBound) }))
    }

    private func page(_ list: ReportList, _ context: PostersContext) -> ReportPage {
        ReportPage(reports: list.reports.map { message($0, context) }, next: list.next)
    }

    /// A report that the viewer may see at least in part.
    private func message(_ report: Report, _ context: PostersContext) -> ReportMessage {
        let isFull = report.visibility(to: context.viewer) == .full
        return ReportMessage(report, isFull ? .full : .open, to: context.viewer, at: context.origin.publicURL)
    }
}
