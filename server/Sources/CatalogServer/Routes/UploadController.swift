import Accounts
import AppCatalog
import HTTPTypes
import Hummingbird
import Serving

/// Receives packages before they are published, in one or several requests: an upload that is cut off can be continued.
struct UploadController {
    let desk: UploadDesk
    let receiver: UploadReceiver<Changes>
    let downloads: Downloads

    init(desk: UploadDesk, transfers: Transfers, downloads: Downloads) {
        self.desk = desk
        receiver = UploadReceiver(destination: desk, transfers: transfers)
        self.downloads = downloads
    }

    /// For publishers.
    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.head("uploads/{sha256}", use: state)
        router.put("uploads/{sha256}", use: take)
        router.delete("uploads/{sha256}", use: discard)
    }

    @Sendable private func state(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let user = try context.requireIdentity().user
        let hash = try context.digest(naming: "a file")
        guard let state = try await desk.state(of: hash, from: user.id) else {
            throw ServiceError.notFound
        }
        var response = Response(state, status: .ok)
        response.headers[.contentLength] = "0"
        return response
    }

    @Sendable private func discard(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let user = try context.requireIdentity().user
        try await desk.discard(try context.digest(naming: "a file"), from: user.id)
        return Response.noContent
    }

    @Sendable private func take(_ request: Request, _ context: CatalogContext) async throws -> Response {
        do {
            return try await receive(request, context)
        } catch {
            return try Response(uploadFailure: error, logging: context).closing(after: request)
        }
    }

    /// It throws only before it has read any of the body.
    private func receive(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let hash = try context.digest(naming: "a file")
        let part = try UploadPart(of: request)
        if let state = try await desk.state(of: hash, from: identity.user.id), state.isWhole {
            return Response(state).closing(after: request)
        }
        let outcome = try await receiver.receive(
            request, part, of: hash, from: identity.user.id, on: context.channel, since: context.generation,
            right: right(of: identity))
        return switch outcome {
        case .arrived(let state): Response(state)
        case .failed(let error): try Response(uploadFailure: error, logging: context).closing()
        }
    }

    /// An upload may continue while its user is logged in and a publisher.
    func right(of identity: Identity) -> Transfers.Right {
        Transfers.Right(user: identity.user.id, session: identity.session.id, package: nil) { [downloads] in
            guard try await downloads.isAlive(identity) else { return false }
            return try await downloads.store.user(identity.user.id)?.role ?? .user >= .publisher
        }
    }
}
