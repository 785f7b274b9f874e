import Accounts
import Hummingbird
import NIOCore
import Serving

/// Uploading and downloading the bytes of files.
struct FileController {
    let files: FileStore
    let transfers: RunningTransfers<LoginChanges>

    func addRoutes(to router: some RouterMethods<FundContext>) {
        router.put("files/{sha256}", use: put)
        router.get("files/{sha256}", use: get)
        router.head("files/{sha256}", use: get)
    }

    @Sendable private func put(_ request: Request, _ context: FundContext) async throws -> Response {
        let (name, size, user): (BlobDigest, UInt64, AccountID)
        do {
            (name, size, user) = try wanted(request, context)
            try await files.checkRoom(for: size, named: name, of: user)
        } catch let error as ServiceError {
            return try Response(error).closing(after: request)
        }
        try await request.continueIfAsked(on: context.channel)
        do {
            let (blob, isNew) = try await files.receive(
                request.body, named: name, size: size, from: user, at: context.moment)
            return try .json(FileMessage(sha256: "\(blob.hash)", size: blob.size), status: isNew ? .created : .ok)
        } catch let error as ServiceError {
            return try Response(error).closing()
        }
    }

    /// The bytes that a request announces, and who sends them.
    private func wanted(_ request: Request, _ context: FundContext) throws(ServiceError) -> (
        BlobDigest, UInt64, AccountID
    ) {
        let user = try context.requireIdentity().user.id
        let name = try context.fileName()
        guard let size = request.headers[.contentLength].flatMap({ UInt64($0) }) else {
            throw ServiceError(.lengthRequired, "State the length of the file in Content-Length.")
        }
        guard let digest = context.digest else {
            throw ServiceError(.notSigned, "The signature has to cover content-digest.")
        }
        guard digest == name.bytes else { throw .wrongDigest }
        return (name, size, user)
    }

    @Sendable private func get(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let name = try context.fileName()
        guard let blob = try await files.open(name, for: identity.user.id, at: context.moment) else {
            throw ServiceError.notFound
        }
        let answer = try BlobAnswer(
            to: request.head, hash: name, size: blob.size, type: "application/octet-stream",
            fileName: "\(name.description.prefix(16))")
        guard request.method != .head, !answer.pieces.isEmpty else {
            return Response(status: answer.status, headers: answer.headers)
        }
        let (channel, transfers, store) = (context.channel, transfers, files.store)
        let right = RunningTransfers<LoginChanges>.Right(of: identity) {
            try await store.sessions(of: $0, alive: .standard, at: .now)
        }
        return Response(
            status: answer.status, headers: answer.headers,
            body: ResponseBody(contentLength: Int(answer.pieces.reduce(0) { $0 + $1.count })) { writer in
                // As nothing is known since the beginning, the right is checked once.
                let ticket = try await transfers.begin(on: channel, since: Generation(rawValue: 0), right: right)
                defer { transfers.end(ticket) }
                var sink: any ResponseBodyWriter = writer
                try await BlobWriter(blob: blob, channel: channel).write(answer, to: &sink)
            })
    }
}

/// The answer to an upload.
struct FileMessage: Encodable, Sendable {
    let sha256: String
    /// In bytes.
    let size: UInt64
}
