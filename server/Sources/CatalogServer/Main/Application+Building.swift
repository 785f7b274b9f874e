import AppCatalog
import HTTPTypes
import Hummingbird

/// All routes. A controller is a value that adds its routes to one of the groups: routes that need no login, and routes for
/// users, publishers and administrators.
func buildRouter(_ parts: ServerParts) throws -> Router<CatalogContext> {
    let router = Router(context: CatalogContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ObservingMiddleware(meter: RequestMeter(factory: parts.registry)))
    router.add(middleware: OriginMiddleware(settings: parts.settings, clock: parts.clock))
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: AuthenticationMiddleware(authenticator: parts.authenticator, generations: parts.generations))

    let readiness = Readiness(store: parts.store, folder: parts.settings.folder)
    let probes = ProbeController(
        readiness: readiness, registry: parts.registry, caches: parts.caches, connections: parts.connections)
    probes.addRoutes(to: router)
    DescriptionController().addRoutes(to: router)

    let sessions = SessionController(authenticator: parts.authenticator, store: parts.store)
    let open = router.group("v1")
    sessions.addPublicRoutes(to: open)

    let users = router.group("v1").add(middleware: RequiringMiddleware(role: .user))
    sessions.addRoutes(to: users)
    CatalogController(service: parts.catalog).addRoutes(to: users)

    let administrators = router.group("v1/admin").add(middleware: RequiringMiddleware(role: .administrator))
    UserAdministrationController(service: parts.administration).addRoutes(to: administrators)
    TeamAdministrationController(service: parts.administration).addRoutes(to: administrators)
    CatalogAdministrationController(service: parts.administration).addRoutes(to: administrators)
    let packages = parts.packages
    DownloadController(downloads: packages.downloads, links: packages.links).addRoutes(to: users)
    LinkController(downloads: packages.downloads, links: packages.links, chunks: packages.chunks).addRoutes(to: open)
    let publishers = router.group("v1").add(middleware: RequiringMiddleware(role: .publisher))
    let uploading = UploadController(
        uploads: packages.uploads, transfers: packages.transfers, downloads: packages.downloads)
    uploading.addRoutes(to: publishers)
    ReleaseController(publisher: packages.publisher, uploads: packages.uploads).addRoutes(to: publishers)

    let templates = try PageTemplates()
    let pages = router.group().add(
        middleware: PageErrorMiddleware(templates: templates, group: "\(parts.store.group)"))
    let pageController = PageController(
        service: parts.catalog, authenticator: parts.authenticator, templates: templates,
        manifestLink: { identity, package, release, context in
            packages.links.manifest(of: release, package, for: identity.user.id, context)
        })
    pageController.addRoutes(to: pages)
    PublishFormController(
        pages: pageController, publisher: packages.publisher, uploads: packages.uploads, transfers: packages.transfers,
        uploading: uploading
    ).addRoutes(to: pages)
    return router
}

/// The server alone; ``ServeCommand`` starts the services beside it.
func buildApplication(_ parts: ServerParts, _ certificates: ServedCertificates?) throws -> some ApplicationProtocol {
    let router = try buildRouter(parts)
    router.refuseOtherMethods()
    return Application(
        router: router, server: try .catalog(certificates, parts.connections),
        configuration: ApplicationConfiguration(
            address: .hostname(parts.settings.host, port: parts.settings.port), serverName: "catalog-server",
            backlog: 1024),
        services: certificates.map { [$0] } ?? [], logger: parts.logger)
}

extension HTTPRequest.Method {
    /// draft-ietf-httpbis-safe-method-w-body.
    fileprivate static let query = Self("QUERY")!
}

extension Router<CatalogContext> {
    /// Answers methods that a path does not support with 405 and the supported ones (RFC 9110, section 15.5.6), instead of
    /// saying that the path does not exist. Call it once all routes are added.
    func refuseOtherMethods() {
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
        for (_, routes) in Dictionary(grouping: routes, by: \.path.description) {
            guard let path = routes.first?.path else { continue }
            var known = Set(routes.map(\.method))
            if known.contains(.get) { known.insert(.head) }
            let allowed = known.map(\.rawValue).sorted().joined(separator: ", ")
            for method in all where !known.contains(method) {
                on(path, method: method) { _, _ in
                    var response = try Response(
                        ServiceError(
                            .methodNotAllowed, "\(method) is not supported here; use \(allowed)."))
                    response.headers[.allow] = allowed
                    return response
                }
            }
        }
    }
}
