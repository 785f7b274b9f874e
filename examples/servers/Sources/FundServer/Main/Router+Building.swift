import Accounts
import HTTPTypes
import Hummingbird
import Serving

/// All routes. A controller is a value that adds its routes; each route says who may use it.
func buildRouter(_ parts: ServerParts) -> Router<FundContext> {
    let router = Router(context: FundContext.self, options: .autoGenerateHeadEndpoints)
    // Paths have hashes of files, which are nobody's business.
    router.add(middleware: ObservingMiddleware(meter: RequestMeter(factory: parts.registry), showing: .route))
    router.add(middleware: OriginMiddleware(rules: parts.settings.serving.originRules, clock: parts.clock))
    router.add(
        middleware: ErrorMiddleware { error, _, _ in
            var response = try Response(error)
            if response.headers.contains(.wwwAuthenticate) { response.headers[.wwwAuthenticate] = "Signature" }
            return response
        })
    let readiness = Readiness(folder: parts.settings.folder) { [store = parts.store] in try await store.check() }
    ProbeController<FundContext>(
        check: readiness.check, exposition: parts.exposition,
        authorize: { _ in
            throw ServiceError(.forbidden, "Only programs on the server's own machine may see the metrics.")
        }, logger: parts.logger
    ).addRoutes(to: router)
    DescriptionController(PackageResources.openapi_json).addRoutes(to: router)

    let arrival = ArrivalMiddleware(
        transfers: parts.transfers,
        right: { [store = parts.store] (context: FundContext) in store.right(of: context.identity) })
    let open = router.group("v1").add(middleware: arrival)
    let signed = router.group("v1")
        .add(
            middleware: SignatureMiddleware(
                authenticator: parts.authenticator, keys: parts.keys, nonces: parts.nonces))
    // Files watch their own arrival: nothing moves while the server hashes what it already has of one.
    FileController(files: parts.files, transfers: parts.transfers, clock: parts.clock).addRoutes(to: signed)
    let arriving = signed.group().add(middleware: arrival)
    let sessions = SessionController(
        authenticator: parts.authenticator, registrar: parts.registrar, keys: parts.keys, store: parts.store,
        limits: parts.settings.limits, clock: parts.clock)
    sessions.addOpenRoutes(to: open)
    sessions.addRoutes(to: arriving)
    SyncController(syncing: Syncing(store: parts.store, limits: parts.settings.limits), room: BodyRoom())
        .addRoutes(to: arriving)
    return router
}

/// The server alone; ``ServeCommand`` starts the services beside it.
func buildApplication(_ parts: ServerParts, _ certificates: ServedCertificates?) throws -> some ApplicationProtocol {
    let router = buildRouter(parts)
    router.refuseOtherMethods()
    let listen = parts.settings.serving.listen
    return Application(
        router: router, server: try .bounded(certificates, parts.connections),
        configuration: ApplicationConfiguration(
            address: .hostname(listen.host, port: listen.port), serverName: "fund-server", backlog: 1024),
        services: certificates.map { [$0] } ?? [], logger: parts.logger)
}
