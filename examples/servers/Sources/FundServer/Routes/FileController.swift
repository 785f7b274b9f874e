import Accounts
import AppGroup
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// Uploading and downloading the bytes of files.
struct FileController {
    let files: FileStore
    let transfers: RunningTransfers<LoginChanges>
    let clock: @Sendable () -> Timestamp

    func addRoutes(to router: some RouterMethods<FundContext>) {
        router.put("files/{sha256}", use: put)
        router.get("files/{sha256}", use: get)
        router.head("files/{sha256}", use: get)
    }

    // MARK: - Uploading

    @Sendable private func put(_ request: Request, _ context: FundContext) async throws -> Response {
        do {
            return try await receive(request, context)
        } catch {
            return try Self.refusal(error, context).closing(after: request)
        }
    }

    /// It throws only before it has read any of the body.
    private func receive(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let user = identity.user.id
        let name = try context.digest(naming: "a file")
        let (part, digest) = try Self.part(of: request, of: name, context)
        if let size = try await files.size(of: name, for: user, at: context.moment) {
            guard size == part.total else { throw ServiceError.wrongDigest }
            return try .json(FileMessage(sha256: "\(name)", size: size)).closing(after: request)
        }
        try await files.reserve(part.total, for: name, of: user)
        defer { files.release(name, of: user) }
        let outcome = try await UploadReceiver(uploads: files.uploads, transfers: transfers).receive(
            request, part, of: name, digest: digest, from: user, on: context.channel, since: Generation(rawValue: 0),
            right: files.store.right(of: identity))
        switch outcome {
        case .failed(let error): return try Self.refusal(error, context).closing()
        case .arrived(let state) where !state.isWhole: return Response(state)
        case .arrived:
            do {
                // It may have been under way for more than a day.
                let isNew = try await files.keep(name, from: user, at: clock())
                return try .json(
                    FileMessage(sha256: "\(name)", size: part.total), status: isNew ? .created : .ok)
            } catch {
                return try Self.refusal(error, context).closing()
            }
        }
    }

    /// What a request says about its part, and what the part must hash to if it isn't the whole file.
    private static func part(
        of request: Request, of name: BlobDigest, _ context: FundContext
    ) throws(ServiceError) -> (UploadPart, BlobDigest?) {
        let part = try UploadPart(of: request)
        guard let digest = context.digest.map({ BlobDigest(bytes: $0) }) else {
            throw ServiceError(.notSigned, "The signature has to cover content-digest.")
        }
        guard !part.isWhole || digest == name else { throw .wrongDigest }
        return (part, part.isWhole ? nil : digest)
    }

    private static func refusal(_ error: any Error, _ context: FundContext) throws -> Response {
        try Response(
            uploadFailure: error as? UploadError == .hashMismatch ? ServiceError.wrongDigest : error, logging: context)
    }

    // MARK: - Downloading

    @Sendable private func get(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let name = try context.digest(naming: "a file")
        guard let blob = try await files.open(name, for: identity.user.id, at: context.moment) else {
            return try await Self.absent(files.uploads.state(of: name, from: identity.user.id))
        }
        let answer = try BlobAnswer(
            to: request.head, hash: name, size: blob.size, type: "application/octet-stream",
            fileName: "\(name.description.prefix(16))")
        guard request.method != .head, !answer.pieces.isEmpty else {
            return Response(status: answer.status, headers: answer.headers)
        }
        let (channel, transfers, right) = (context.channel, transfers, files.store.right(of: identity))
        return Response(
            status: answer.status, headers: answer.headers,
            body: ResponseBody(contentLength: answer.count) { writer in
                // As nothing is known since the beginning, the right is checked once.
                let ticket = try await transfers.begin(on: channel, since: Generation(rawValue: 0), right: right)
                defer { transfers.end(ticket) }
                var sink: any ResponseBodyWriter = writer
                try await BlobWriter(blob: blob, channel: channel).write(answer, to: &sink)
            })
    }

    /// The answer about a file that is not there, with how much of it has arrived.
    private static func absent(_ state: UploadStore.State?) throws -> Response {
        var response = try Response(ServiceError.notFound)
        if let state { response.headers[.uploadOffset] = "\(state.offset)" }
        return response
    }
}

/// The answer to an upload.
struct FileMessage: Encodable, Sendable {
    let sha256: String
    /// In bytes.
    let size: UInt64
}
