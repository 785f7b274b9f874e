import Accounts
import Hummingbird
import Serving

/// All routes. A controller is a value that adds its routes; each route says who may use it.
func buildRouter(_ parts: ServerParts) -> Router<PostersContext> {
    let router = Router(context: PostersContext.self, options: .autoGenerateHeadEndpoints)
    // People type phone numbers into paths, too.
    router.add(middleware: ObservingMiddleware(meter: RequestMeter(factory: parts.registry), showing: .route))
    router.add(middleware: OriginMiddleware(rules: parts.settings.serving.originRules, clock: parts.clock))
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: AuthenticationMiddleware(authenticator: parts.authenticator))
    router.add(
        middleware: ArrivalMiddleware(
            transfers: parts.transfers,
            isStreamed: { PhotoController.streams($0) || SubmissionReader.streams($0) },
            right: { [store = parts.store] (context: PostersContext) in store.right(of: context.identity) }))

    let readiness = Readiness(folder: parts.settings.folder) { [store = parts.store] in try await store.check() }
    ProbeController<PostersContext>(
        check: readiness.check, exposition: parts.exposition, authorize: { _ = try $0.requireSupervisor() },
        logger: parts.logger
    ).addRoutes(to: router)
    DescriptionController(PackageResources.openapi_json).addRoutes(to: router)

    PhotoController(photos: parts.photos).addRoutes(to: router)
    MapController(map: parts.map, tiles: parts.settings.tiles).addRoutes(to: router)
    Open311Controller(
        reports: parts.reports, photos: parts.photos, authenticator: parts.authenticator,
        pieces: RequestPieces(store: parts.store)
    ).addRoutes(to: router)
    let version = router.group("v1")
    ServiceController(store: parts.store, registration: parts.settings.registration).addRoutes(to: version)
    AccountController(registrar: parts.registrar, authenticator: parts.authenticator, store: parts.store)
        .addRoutes(to: version)
    ReportController(reports: parts.reports).addRoutes(to: version)
    SupervisionController(reports: parts.reports).addRoutes(to: version)
    ExportController(store: parts.store).addRoutes(to: version)
    return router
}

/// The server alone; ``ServeCommand`` starts the services beside it.
func buildApplication(_ parts: ServerParts, _ certificates: ServedCertificates?) throws -> some ApplicationProtocol {
    let router = buildRouter(parts)
    router.refuseOtherMethods()
    return Application(
        router: router, server: try .bounded(certificates, parts.connections),
        configuration: ApplicationConfiguration(
            address: .hostname(parts.settings.serving.listen.host, port: parts.settings.serving.listen.port),
            serverName: "posters-server", backlog: 1024),
        services: certificates.map { [$0] } ?? [], logger: parts.logger)
}
