import AppGroup
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Serving

/// A package's file and icons, for users who are logged in and may have them.
struct DownloadController {
    let downloads: Downloads
    let links: LinkMaker

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("packages/{id}/releases/{sha256}/file", use: file)
        router.head("packages/{id}/releases/{sha256}/file", use: file)
        router.get("packages/{id}/icons/{sha256}", use: icon)
        router.head("packages/{id}/icons/{sha256}", use: icon)
        router.post("packages/{id}/releases/{sha256}/links", use: makeLinks)
    }

    @Sendable private func file(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let (package, hash) = try Self.names(in: context)
        return try await downloads.file(
            hash, of: package, for: .session(try context.requireIdentity()), request: request, context: context)
    }

    @Sendable private func icon(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let (package, hash) = try Self.names(in: context)
        let user = try context.requireIdentity().user
        guard let icon = try await downloads.icon(hash, of: package, for: user.id) else { throw ServiceError.notFound }
        return try await downloads.answer(icon, to: request, on: context.channel)
    }

    @Sendable private func makeLinks(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let (package, hash) = try Self.names(in: context)
        let user = try context.requireIdentity().user
        guard let release = try await downloads.release(hash, of: package, for: user.id) else {
            throw ServiceError.notFound
        }
        try await downloads.recorder.record(.makeLinks, release, for: user.id, by: context.attribution())
        return try .json(
            links.links(to: release, for: user.id, at: context.moment, below: context.origin.publicURL),
            status: .created)
    }

    /// The package and the file that the path names. Throws `notFound` if they are not valid names.
    static func names(in context: CatalogContext) throws -> (AppID, BlobDigest) {
        guard let package = try? AppID(context.parameters.decoded("id")),
            let hash = context.parameters.get("sha256").flatMap({ BlobDigest($0) })
        else { throw ServiceError.notFound }
        return (package, hash)
    }
}
