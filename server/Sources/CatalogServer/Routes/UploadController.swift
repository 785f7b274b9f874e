import AppCatalog
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// Receives packages before they are published, in one or several requests: an upload that is cut off can be continued.
struct UploadController {
    let uploads: UploadDesk
    let transfers: Transfers
    let downloads: Downloads

    /// For publishers.
    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.head("uploads/{sha256}", use: state)
        router.put("uploads/{sha256}", use: take)
    }

    @Sendable private func state(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let user = try context.requireIdentity().user
        guard let state = try await uploads.state(of: try Self.hash(in: context), from: user.id) else {
            throw ServiceError.notFound
        }
        return Response(
            status: .ok, headers: [.uploadOffset: "\(state.offset)", .cacheControl: "no-store", .contentLength: "0"])
    }

    @Sendable private func take(_ request: Request, _ context: CatalogContext) async throws -> Response {
        do {
            return try await receive(request, context)
        } catch {
            return try Self.answer(toFailure: error).closing(after: request)
        }
    }

    /// It throws only before it has read any of the body.
    private func receive(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let user = identity.user.id
        let hash = try Self.hash(in: context)
        let part = try Self.part(of: request)
        if let state = try await uploads.state(of: hash, from: user), state.isWhole {
            return Self.answer(state).closing(after: request)
        }
        let name = "\(user.rawValue)/\(hash)"
        var upload = try await begin(hash, from: user, part, name)
        let ticket = try await transfers.begin(
            on: context.channel, named: name, since: context.generation, right: right(of: identity))
        defer { transfers.end(ticket) }
        try await request.continueIfAsked(on: context.channel)
        var body = request.body.makeAsyncIterator()
        do {
            try await Self.fill(&upload, from: &body, part.count)
            return Self.answer(try await uploads.finish(&upload, hash, from: user))
        } catch {
            // What has arrived is kept unless it is wrong. An error of keeping it would only hide the first one.
            if error as? UploadError != .hashMismatch { _ = try? await upload.finish() }
            let answer = try Self.answer(toFailure: error)
            await Self.drop(&body)
            return answer.closing()
        }
    }

    @concurrent
    private static func fill(
        _ upload: inout Upload, from body: inout RequestBody.AsyncIterator, _ count: UInt64
    ) async throws {
        var received: UInt64 = 0
        while let bytes = try await body.next() {
            received += UInt64(bytes.readableBytes)
            guard received <= count else { throw UploadError.tooLong }
            try await upload.append(bytes)
        }
        // The connection broke, so nobody receives this.
        guard received == count else { throw ServiceError(.malformed, "The upload was cut off.") }
    }

    /// Receives and drops the rest of an unwanted body: a client that is still sending would not see the answer.
    @concurrent
    private static func drop(_ body: inout RequestBody.AsyncIterator) async {
        var dropped = 0
        while dropped < 64 << 20, let bytes = try? await body.next() { dropped += bytes.readableBytes }
    }

    /// The answer to an error. Rethrows an unexpected one.
    private static func answer(toFailure error: any Error) throws -> Response {
        switch error {
        case let error as UploadError: try answer(error)
        case let error as ServiceError: try Response(error)
        default: throw error
        }
    }

    /// Begins or continues an upload, once the last request for the same file has ended or was cut off because it had stalled.
    private func begin(
        _ hash: BlobDigest, from user: User.ID, _ part: UploadPart, _ name: String
    ) async throws -> Upload {
        do {
            return try await uploads.begin(hash, from: user, at: part.offset, total: part.total)
        } catch UploadError.busy(let offset) {
            guard await transfers.endStill(named: name) else { throw UploadError.busy(offset) }
            for _ in 0..<100 {
                try await Task.sleep(for: .milliseconds(50))
                do {
                    return try await uploads.begin(hash, from: user, at: part.offset, total: part.total)
                } catch UploadError.busy {}
            }
            throw UploadError.busy(offset)
        }
    }

    /// An upload may go on while its user is logged in and a publisher.
    func right(of identity: Identity) -> Transfers.Right {
        Transfers.Right(user: identity.user.id, session: identity.session.id, package: nil) { [downloads] in
            guard try await downloads.isAlive(identity) else { return false }
            return try await downloads.store.user(identity.user.id)?.role ?? .user >= .publisher
        }
    }

    static func hash(in context: CatalogContext) throws -> BlobDigest {
        guard let hash = context.parameters.get("sha256").flatMap({ BlobDigest($0) }) else {
            throw ServiceError(
                .malformed, "Name an upload by the SHA-256 of its file, 64 lower-case hexadecimal digits.")
        }
        return hash
    }

    /// The part of the file that a request carries.
    private struct UploadPart {
        /// Where the part begins; `nil` starts the upload over.
        let offset: UInt64?
        let count: UInt64
        let total: UInt64
    }

    private static func part(of request: Request) throws -> UploadPart {
        guard let text = request.headers[.contentLength], let count = UInt64(text) else {
            throw ServiceError(.lengthRequired, "State the length of the upload in Content-Length.")
        }
        guard let header = request.headers[.contentRange] else {
            return UploadPart(offset: nil, count: count, total: count)
        }
        guard let range = ContentRange(header), range.count == count else {
            throw ServiceError(
                .malformed,
                "“\(header)” does not match the request; use bytes FIRST-LAST/TOTAL for a part of \(count) bytes."
            )
        }
        return UploadPart(offset: range.first, count: count, total: range.total)
    }

    private static func answer(_ state: UploadStore.State) -> Response {
        Response(
            status: state.isWhole ? .created : .accepted,
            headers: [.uploadOffset: "\(state.offset)", .cacheControl: "no-store"])
    }

    private static func answer(_ error: UploadError) throws -> Response {
        var response = try Response(ServiceError(error))
        switch error {
        case .wrongOffset(let offset), .busy(let offset): response.headers[.uploadOffset] = "\(offset)"
        case .hashMismatch, .tooLong, .tooLarge, .tooMany: break
        }
        return response
    }
}

extension ServiceError {
    /// Describes why an upload is refused or ended.
    init(_ error: UploadError) {
        self =
            switch error {
            case .wrongOffset(let place): ServiceError(.wrongOffset, "The upload continues at byte \(place).")
            case .busy:
                ServiceError(
                    .uploadBusy, "You are already sending this file; wait for that upload to end.", retryAfter: 2)
            case .hashMismatch:
                ServiceError(.hashMismatch, "The bytes do not have the announced SHA-256; send the file again.")
            case .tooLong: ServiceError(.malformed, "There are more bytes than announced; send the file again.")
            case .tooLarge(let limit):
                ServiceError(
                    .tooLarge,
                    "A package can have at most \(limit >> 20) MiB on this server; ask its administrator.")
            case .tooMany(let limit):
                ServiceError(
                    .tooManyUploads,
                    "You have \(limit) files here that are not published; publish them, or wait a few days.")
            }
    }
}

extension HTTPField.Name {
    /// How many bytes of an upload have arrived (draft-ietf-httpbis-resumable-upload).
    static let uploadOffset = Self("Upload-Offset")!
}
