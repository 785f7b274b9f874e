import Accounts
import AppCatalog
import HTTPTypes
import Hummingbird
import Serving

/// `POST /v1/releases`: makes a release of a file that the publisher has uploaded.
struct ReleaseController {
    let publisher: Publisher
    let uploads: UploadDesk

    /// For publishers.
    func addRoutes(to router: some RouterMethods<CatalogContext>) { router.post("releases", use: publish) }

    @Sendable private func publish(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let wanted = try await request.json(PublishRequest.self, in: context)
        guard let hash = BlobDigest(wanted.sha256) else {
            throw ServiceError(.malformed, "“sha256” must be 64 lowercase hexadecimal digits.")
        }
        let terms = Release.Terms(
            channel: wanted.channel, rollout: try wanted.rollout.map { try Rollout(percent: $0) } ?? .complete,
            notes: try ReleaseNotes.checked(wanted.notes), withdrawn: nil)
        guard let file = try await uploads.file(of: hash, from: identity.user.id) else {
            // A client that lost the answer asks again.
            if let publication = try await publisher.publication(of: hash, by: try context.attribution()) {
                return try .json(publication)
            }
            throw ServiceError(
                .notFound, "You have not uploaded \(hash) completely; send it first: PUT /v1/uploads/\(hash)")
        }
        do {
            let publication = try await publisher.publish(
                file: file.path, as: hash, isBlob: file.isBlob, terms: terms, by: try context.attribution(),
                confirming: { try await context.confirm(.publisher) })
            try await uploads.remove(hash, from: identity.user.id)
            return try .json(publication, status: publication.existed ? .ok : .created)
        } catch let error as ServiceError
            where error.code.status.kind == .clientError && ![.notLoggedIn, .forbidden].contains(error.code)
        {
            // Another try with this file would fail, too.
            try await uploads.remove(hash, from: identity.user.id)
            throw error
        }
    }
}
