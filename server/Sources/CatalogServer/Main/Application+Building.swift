import Accounts
import AppCatalog
import Hummingbird
import Serving

/// All routes. A controller is a value that adds its routes to one of the groups: routes that need no login, and routes for
/// users, publishers and administrators.
func buildRouter(_ parts: ServerParts) throws -> Router<CatalogContext> {
    let router = Router(context: CatalogContext.self, options: .autoGenerateHeadEndpoints)
    router.add(
        middleware: ObservingMiddleware(
            meter: RequestMeter(factory: parts.registry), showing: .path(hidingBelow: "links")))
    router.add(middleware: OriginMiddleware(rules: parts.settings.serving.originRules, clock: parts.clock))
    let errors = ErrorPages(templates: try PageTemplates(), group: "\(parts.store.group)")
    // Twice: while the database is away, nobody can be identified, and only after that is the account on the page known.
    router.add(middleware: errors.inBrowsers)
    router.add(middleware: AuthenticationMiddleware(authenticator: parts.authenticator, notifier: parts.notifier))
    router.add(middleware: errors.inBrowsers)

    let readiness = Readiness(folder: parts.settings.folder) { [store = parts.store] in try await store.check() }
    let probes = ProbeController<CatalogContext>(
        check: readiness.check,
        exposition: { [registry = parts.registry, caches = parts.caches, connections = parts.connections] in
            registry.exposition() + caches.exposition + connections.exposition() + ProcessMetrics.exposition()
        },
        authorize: { try $0.requireIdentity().require(.administrator) }, logger: parts.logger)
    probes.addRoutes(to: router)
    DescriptionController(PackageResources.openapi_json).addRoutes(to: router)

    let uploading = UploadController(
        desk: parts.packages.uploads, transfers: parts.packages.transfers, downloads: parts.packages.downloads)
    addInterface(to: router, parts, uploading)
    addPages(to: router, parts, uploading, errors)
    return router
}

/// The routes for programs, below `/v1`.
private func addInterface(to router: Router<CatalogContext>, _ parts: ServerParts, _ uploading: UploadController) {
    let packages = parts.packages
    let sessions = SessionController(authenticator: parts.authenticator, store: parts.store)
    let open = router.group("v1")
    sessions.addPublicRoutes(to: open)
    LinkController(downloads: packages.downloads, links: packages.links, chunks: packages.chunks).addRoutes(to: open)

    let users = router.group("v1").add(middleware: RequiringMiddleware(role: .user))
    sessions.addRoutes(to: users)
    CatalogController(service: parts.catalog).addRoutes(to: users)
    DownloadController(downloads: packages.downloads, links: packages.links).addRoutes(to: users)

    let publishers = router.group("v1").add(middleware: RequiringMiddleware(role: .publisher))
    uploading.addRoutes(to: publishers)
    ReleaseController(publisher: packages.publisher, uploads: packages.uploads).addRoutes(to: publishers)

    let administrators = router.group("v1/admin").add(middleware: RequiringMiddleware(role: .administrator))
    UserAdministrationController(service: parts.administration).addRoutes(to: administrators)
    TeamAdministrationController(service: parts.administration).addRoutes(to: administrators)
    CatalogAdministrationController(service: parts.administration).addRoutes(to: administrators)
}

/// The pages for browsers.
private func addPages(
    to router: Router<CatalogContext>, _ parts: ServerParts, _ uploading: UploadController, _ errors: ErrorPages
) {
    let packages = parts.packages
    let pages = router.group()
        .add(middleware: errors.always)
        .add(middleware: SameOriginMiddleware())
    let pageController = PageController(
        service: parts.catalog, authenticator: parts.authenticator, templates: errors.templates,
        manifestLink: { identity, package, release, context in
            packages.links.manifest(of: release, package, for: identity.user.id, context)
        })
    pageController.addRoutes(to: pages)
    AccountPageController(pages: pageController, store: parts.store).addRoutes(to: pages)
    PublishFormController(
        pages: pageController, publisher: packages.publisher, uploads: packages.uploads, transfers: packages.transfers,
        uploading: uploading
    ).addRoutes(to: pages)
}

/// The server alone; ``ServeCommand`` starts the services beside it.
func buildApplication(_ parts: ServerParts, _ certificates: ServedCertificates?) throws -> some ApplicationProtocol {
    let router = try buildRouter(parts)
    router.refuseOtherMethods()
    let listen = parts.settings.serving.listen
    return Application(
        router: router, server: try .bounded(certificates, parts.connections),
        configuration: ApplicationConfiguration(
            address: .hostname(listen.host, port: listen.port), serverName: "catalog-server", backlog: 1024),
        services: certificates.map { [$0] } ?? [], logger: parts.logger)
}
