import Accounts
import AppGroup
import Foundation
import Hummingbird
import NIOCore
import Serving

/// Reports in one file, for supervisors. Both formats are written page by page, so that memory holds one page.
struct ExportController {
    let store: PostersStore

    private static let pageSize = 500

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.get("export.geojson") { request, context in
            try await export(request, context, GeoJSONExport(), "application/geo+json", "reports.geojson")
        }
        router.get("export.csv") { request, context in
            try await export(request, context, CSVExport(), "text/csv; charset=utf-8", "reports.csv")
        }
    }

    private func export(
        _ request: Request, _ context: PostersContext, _ format: some ReportExport, _ type: String, _ name: String
    ) async throws -> Response {
        let session = try context.requireSupervisor().session.id
        let query = QueryReader(request)
        let filter = ReportFilter(
            status: try query.word("status", ReportStatus.self),
            since: try query.text("since").map { text in
                guard let moment = Timestamp(rfc3339: text) else {
                    throw ServiceError(
                        .malformed, "“\(text.prefix(40))” can't be since; write it as 2026-03-01T12:30:00Z.")
                }
                return moment
            }, leavesOutUnwanted: try !query.flag("withdrawn"))
        try await store.record(.export, name, by: context.attribution())
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ],
            body: body(format, filter, in: session))
    }

    /// The file. It breaks off with an error if the session ends, or its user is no longer a supervisor.
    func body(_ format: some ReportExport, _ filter: ReportFilter, in session: Session.ID) -> ResponseBody {
        ResponseBody { [store] writer in
            try await writer.write(ByteBuffer(string: format.head))
            var (filter, isFirst) = (filter, true)
            while true {
                let page = try await store.reports(filter, limit: Self.pageSize, in: session)
                var text = ""
                for report in page.reports {
                    text += try format.entry(report, isFirst: isFirst)
                    isFirst = false
                }
                try await writer.write(ByteBuffer(string: text))
                guard let next = page.next else { break }
                filter.before = next
            }
            try await writer.write(ByteBuffer(string: format.tail))
            try await writer.finish(nil)
        }
    }
}
