import Accounts
import AppGroup
import GeoReport
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// Open311 GeoReport v2 (<https://wiki.open311.org/GeoReport_v2/>), with the extensions `page`, `page_size`, `extensions`, and
/// photos in a form. An API key is the token of a login.
struct Open311Controller {
    let reports: Reports
    let photos: PhotoStore
    let authenticator: Authenticator<User, LoginChanges>
    let pieces: RequestPieces

    private var store: PostersStore { reports.store }

    /// Where the interface is.
    static let path = "open311/v2"

    /// When it changed last.
    private static let changeset = GeoTime(seconds: 1_780_272_000)

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        let group = router.group(RouterPath(Self.path)).add(
            middleware: ErrorMiddleware { error, request, _ in try Self.refusal(of: error, to: request) }
        )
        group.get("{document}", use: document)
        group.post("{document}", use: file)
        group.get("services/{document}", use: definition)
        group.get("requests/{document}", use: request)
        group.get("tokens/{document}", use: token)
    }

    @Sendable private func document(_ request: Request, _ context: PostersContext) async throws -> Response {
        let name = try DocumentName(of: context)
        switch name.stem {
        case "discovery":
            let endpoint = GeoDiscovery.Endpoint(
                url: "\(context.origin.publicURL)/\(Self.path)", changeset: Self.changeset,
                formats: ["text/xml", "application/json"])
            let contact = try await store.lists().notices["contact"] ?? ""
            let discovery = GeoDiscovery(
                changeset: Self.changeset, contact: contact,
                keyService:
                    "\(context.origin.publicURL)/v1/login returns the key; \(context.origin.publicURL)/openapi.json",
                endpoints: [endpoint])
            return .open311(GeoDocument.write(discovery, as: name.format), as: name.format)
        case "services":
            let services = try await store.lists().types.map(GeoService.init)
            return .open311(GeoDocument.write(services, as: name.format), as: name.format)
        case "requests":
            return .open311(try await list(request, context, as: name.format), as: name.format)
        default: throw ServiceError.notFound
        }
    }

    @Sendable private func definition(_ request: Request, _ context: PostersContext) async throws -> Response {
        let name = try DocumentName(of: context)
        let definition = try Self.definition(of: name.stem, in: await store.lists())
        return .open311(GeoDocument.write(definition, as: name.format), as: name.format)
    }

    private static func definition(of code: String, in lists: CityLists) throws(ServiceError) -> GeoServiceDefinition {
        guard let type = lists.types.first(where: { $0.code == code }) else {
            throw ServiceError(.notFound, "There is no service_code “\(code.prefix(64))”; GET services lists them.")
        }
        return GeoServiceDefinition(type, lists)
    }

    @Sendable private func request(_ request: Request, _ context: PostersContext) async throws -> Response {
        let name = try DocumentName(of: context)
        let form = try GeoForm(request)
        let viewer = try await viewer(form, context)
        guard let number = Int64(name.stem), let report = try await store.reports([number]).first,
            let visibility = report.visibility(inList: viewer)
        else { throw Self.unknown(name.stem) }
        let answer = GeoRequest(
            report, visibility, at: context.origin.publicURL,
            isExtended: try GeoQuery(form, at: context).wantsExtensions)
        return .open311(GeoDocument.write([answer], as: name.format), as: name.format)
    }

    /// Reports get their numbers at once, so a number is the only token there is.
    @Sendable private func token(_ request: Request, _ context: PostersContext) async throws -> Response {
        let name = try DocumentName(of: context)
        let viewer = try await viewer(GeoForm(request), context)
        guard let number = Int64(name.stem), let report = try await store.reports([number]).first,
            report.visibility(inList: viewer) != nil
        else { throw ServiceError(.notFound, "There is no token “\(name.stem.prefix(64))”.") }
        return .open311(
            GeoDocument.write([GeoToken(token: name.stem, id: "\(number)")], as: name.format), as: name.format)
    }

    private static func unknown(_ number: String) -> ServiceError {
        ServiceError(.notFound, "There is no service_request_id “\(number.prefix(64))”, or it is not public.")
    }

    // MARK: - Lists

    private func list(_ request: Request, _ context: PostersContext, as format: GeoFormat) async throws -> [UInt8] {
        let form = try GeoForm(request)
        let query = try GeoQuery(form, at: context)
        let viewer = try await viewer(form, context)
        let url = context.origin.publicURL
        switch query.selection {
        case .ids(let ids):
            let found = try await store.reports(ids.compactMap { Int64($0) })
            let answers = found.compactMap { report in
                report.visibility(inList: viewer).map {
                    GeoRequest(report, $0, at: url, isExtended: query.wantsExtensions)
                }
            }
            guard ids.count > 1 || !answers.isEmpty else { throw Self.unknown(ids[0]) }
            return GeoDocument.write(answers.dropFirst(query.offset).prefix(query.pageSize), as: format)
        case .matching(let codes, let statuses, let from, let to):
            let filter = OpenReportFilter(
                types: codes, statuses: ReportStatus.allCases.filter { statuses.contains($0.open311) },
                from: Timestamp(seconds: from.seconds), to: Timestamp(seconds: to.seconds + 1))
            // Viewers who may see more than the public are checked for each report.
            guard viewer.user == nil || viewer.role == .reader, !query.wantsExtensions else {
                let found = try await store.openReports(filter, limit: query.pageSize, offset: query.offset)
                return GeoDocument.write(
                    found.compactMap { report in
                        report.visibility(inList: viewer).map {
                            GeoRequest(report, $0, at: url, isExtended: query.wantsExtensions)
                        }
                    }, as: format)
            }
            let found = try await pieces.pieces(
                filter, limit: query.pageSize, offset: query.offset, as: format, at: url)
            return GeoDocument.join(found, as: format)
        }
    }

    // MARK: - Filing

    @Sendable private func file(_ request: Request, _ context: PostersContext) async throws -> Response {
        var reader = SubmissionReader(photos: photos, context: context) { key in try await user(of: key, context) }
        do {
            return try await receive(request, context, &reader)
        } catch {
            let answer = try Self.refusal(of: Self.problem(error), to: request)
            switch reader.arrival {
            case .nothing: return answer.closing(after: request)
            case .partly: return answer.closing()
            case .whole: return answer
            }
        }
    }

    private func receive(
        _ request: Request, _ context: PostersContext, _ reader: inout SubmissionReader
    ) async throws -> Response {
        let name = try DocumentName(of: context)
        guard name.stem == "requests" else { throw ServiceError.notFound }
        try await reader.read(request)
        let reporter = try await reader.reporter()
        let submission = try GeoSubmission(reader.form)
        let lists = try await store.lists()
        try submission.check(Self.definition(of: submission.serviceCode, in: lists))
        let names = reader.names + (try submission.photo(at: context.origin.publicURL).map { [$0] } ?? [])
        let (report, _) = try await reports.file(
            try NewReport(submission, photos: names, in: lists), key: request.headers[.idempotencyKey],
            reporter: reporter,
            url: context.origin.publicURL, by: context.attribution(of: reporter.actor))
        let receipt = GeoReceipt(id: "\(report.number)", serviceNotice: Self.notice(of: report))
        return .open311(GeoDocument.write([receipt], as: name.format), as: name.format, status: .created)
    }

    private static func notice(of report: Report) -> String? {
        report.links.first.map { link in
            "The same number was reported \(link.distance) m away: report \(link.number). Both are linked."
        }
    }

    /// Who asks: the user of the login, or of the parameter `api_key`.
    private func viewer(_ form: GeoForm, _ context: PostersContext) async throws -> Viewer {
        if context.identity != nil { return context.viewer }
        guard let key = form["api_key"] else { return .nobody }
        return Viewer(try await user(of: key, context))
    }

    private func user(of key: String?, _ context: PostersContext) async throws -> User {
        if let identity = context.identity { return identity.user }
        guard let key, let token = SessionToken(sent: key), let identity = try await authenticator.identity(of: token)
        else {
            throw ServiceError(
                .forbidden,
                key == nil
                    ? "Send an api_key: the token of a login (POST \(context.origin.publicURL)/v1/login)."
                    : "The api_key is not valid; log in again (POST \(context.origin.publicURL)/v1/login).")
        }
        return identity.user
    }

    // MARK: - Errors

    /// An error as this server knows them. Unexpected ones are passed on.
    private static func problem(_ error: any Error) throws -> ServiceError {
        switch error {
        case let error as ServiceError: error
        case let fault as GeoFault: ServiceError(.malformed, fault.description)
        case let error as MultipartError: ServiceError(.malformed, error.description)
        default: throw error
        }
    }

    /// The answer to an error in the format that was asked for. Where this server's own interface answers 401 or 422, the
    /// specification has 403 and 400.
    private static func refusal(of error: ServiceError, to request: Request) throws -> Response {
        let format = GeoFormat(rawValue: DocumentName.suffix(of: request.uri.path)) ?? .xml
        let status: HTTPResponse.Status =
            switch error.code.status {
            case .unauthorized: .forbidden
            case .unprocessableContent where error.code != .keyReused: .badRequest
            case let status: status
            }
        let fault = GeoFault(status.code, error.answer)
        var response = Response.open311(GeoDocument.write([fault], as: format), as: format, status: status)
        response = response.refusing(error)
        response.status = status
        return response
    }
}

extension Response {
    /// An answer that any page may read: it contains what everybody may know, or was asked for with a key.
    fileprivate static func open311(
        _ bytes: [UInt8], as format: GeoFormat, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: format.contentType, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .accessControlAllowOrigin: "*",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension GeoForm {
    /// The fields of a request's address.
    fileprivate init(_ request: Request) throws(ServiceError) {
        do { try self.init(urlencoded: request.uri.query ?? "") } catch {
            throw ServiceError(.malformed, error.description)
        }
    }
}

extension GeoQuery {
    fileprivate init(_ form: GeoForm, at context: PostersContext) throws(ServiceError) {
        do { try self.init(form, now: GeoTime(seconds: context.moment.seconds)) } catch {
            throw ServiceError(.malformed, error.description)
        }
    }
}
