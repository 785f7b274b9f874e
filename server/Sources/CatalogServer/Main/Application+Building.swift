import AppCatalog
import Hummingbird
import SystemPackage

/// All routes. A controller is a value that adds its routes to one of the groups: those that need no login, those of users,
/// of publishers and of administrators.
func buildRouter(_ parts: ServerParts) throws -> Router<CatalogContext> {
    let router = Router(context: CatalogContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ObservingMiddleware(meter: RequestMeter(factory: parts.registry)))
    router.add(middleware: OriginMiddleware(settings: parts.settings, clock: parts.clock))
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: AuthenticationMiddleware(authenticator: parts.authenticator))

    let readiness = Readiness(store: parts.store, folder: parts.settings.folder.string)
    ProbeController(readiness: readiness, registry: parts.registry).addRoutes(to: router)
    DescriptionController().addRoutes(to: router)

    let sessions = SessionController(authenticator: parts.authenticator, store: parts.store)
    let open = router.group("v1")
    sessions.addPublicRoutes(to: open)

    let users = router.group("v1").add(middleware: RequiringMiddleware(role: .user))
    sessions.addRoutes(to: users)
    CatalogController(service: parts.catalog, generations: parts.generations).addRoutes(to: users)

    let administrators = router.group("v1/admin").add(middleware: RequiringMiddleware(role: .administrator))
    UserAdministrationController(service: parts.administration).addRoutes(to: administrators)
    TeamAdministrationController(service: parts.administration).addRoutes(to: administrators)
    CatalogAdministrationController(service: parts.administration).addRoutes(to: administrators)
    let packages = parts.packages
    DownloadController(downloads: packages.downloads, links: packages.links).addRoutes(to: users)
    LinkController(downloads: packages.downloads, links: packages.links, chunks: packages.chunks).addRoutes(to: open)
    let publishers = router.group("v1").add(middleware: RequiringMiddleware(role: .publisher))
    let uploading = UploadController(
        uploads: packages.uploads, transfers: packages.transfers, generations: parts.generations,
        downloads: packages.downloads)
    uploading.addRoutes(to: publishers)
    ReleaseController(publisher: packages.publisher, uploads: packages.uploads).addRoutes(to: publishers)

    let templates = try PageTemplates()
    let pages = router.group().add(
        middleware: PageErrorMiddleware(templates: templates, family: "\(parts.store.group)"))
    let pageController = PageController(
        service: parts.catalog, authenticator: parts.authenticator, generations: parts.generations,
        templates: templates,
        manifestLink: { identity, package, release, context in
            packages.links.manifest(of: release, package, for: identity.user.id, context)
        })
    pageController.addRoutes(to: pages)
    PublishFormController(
        pages: pageController, publisher: packages.publisher, uploads: packages.uploads, transfers: packages.transfers,
        generations: parts.generations, uploading: uploading
    ).addRoutes(to: pages)
    return router
}

/// The server; what runs beside it is the business of ``ServeCommand``.
func buildApplication(_ parts: ServerParts, _ certificates: ServedCertificates?) throws -> some ApplicationProtocol {
    let router = try buildRouter(parts)
    router.refuseOtherMethods()
    return Application(
        router: router, server: try .catalog(certificates, patience: .seconds(Int64(parts.settings.transferSeconds))),
        configuration: ApplicationConfiguration(
            address: .hostname(parts.settings.host, port: parts.settings.port), serverName: "catalog-server",
            backlog: 1024),
        services: certificates.map { [$0] } ?? [], logger: parts.logger)
}
