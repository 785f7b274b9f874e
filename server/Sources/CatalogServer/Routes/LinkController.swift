import AppGroup
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// The targets of signed links. They need no login, but each request checks what the link's user may have.
struct LinkController {
    let downloads: Downloads
    let links: LinkMaker
    let chunks: ChunkHasher

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("links/{signed}/file", use: file)
        router.head("links/{signed}/file", use: file)
        router.get("links/{signed}/manifest.plist", use: manifest)
        router.head("links/{signed}/manifest.plist", use: manifest)
        router.get("links/{signed}/icon.png", use: icon)
        router.head("links/{signed}/icon.png", use: icon)
    }

    @Sendable private func file(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let (link, user, _) = try await open(.file, context)
        return try await downloads.file(
            link.hash, of: link.package, for: .link(user), request: request, context: context)
    }

    @Sendable private func icon(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let (_, _, release) = try await open(.icon, context)
        return try await downloads.answer(release.contents.icon, to: request, on: context.channel)
    }

    @Sendable private func manifest(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let (link, _, release) = try await open(.manifest, context)
        guard release.isInstalledByManifest, let chunks = try await chunks.hashes(of: link.hash) else {
            throw ServiceError.notFound
        }
        let contents = release.contents
        let server = context.origin.publicURL
        let manifest = InstallManifest(
            file: links.url(of: link.with(.file), below: server),
            icon: contents.icon.format == .png ? links.url(of: link.with(.icon), below: server) : nil, chunks: chunks,
            id: "\(contents.package)", version: (contents.version ?? contents.build)?.description ?? "0",
            title: "\(contents.name)")
        let response = Response(
            status: .ok,
            headers: [
                .contentType: "text/xml; charset=utf-8", .cacheControl: "private, no-store",
                .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(manifest)")))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The link in the path, if it has this purpose, is still valid, and its user may still have the release.
    private func open(
        _ purpose: SignedLink.Purpose, _ context: CatalogContext
    ) async throws -> (SignedLink, User, Release) {
        guard let link = links.read(try context.parameters.require("signed"), at: context.moment),
            link.purpose == purpose,
            let user = try await downloads.store.user(link.user), !user.isDisabled,
            let release = try await downloads.release(link.hash, of: link.package, for: user.id)
        else { throw ServiceError.notFound }
        return (link, user, release)
    }
}
