import Accounts
import AppCatalog
import Hummingbird

/// Logging in and out, and a user's own sessions and password.
struct SessionController {
    let authenticator: CatalogAuthenticator
    let store: any CatalogStore

    /// The routes that need no login.
    func addPublicRoutes(to router: some RouterMethods<CatalogContext>) {
        router.post("login", use: logIn)
    }

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.post("logout", use: logOut)
        router.get("sessions", use: sessions)
        router.delete("sessions/{id}", use: endSession)
        router.put("password", use: changePassword)
    }

    @Sendable private func logIn(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let wanted = try await request.json(LoginRequest.self, upTo: Request.longestLogin, in: context)
        let (token, identity) = try await authenticator.logIn(
            wanted, from: context.origin.address, observedBy: context.observation)
        return try .json(
            LoginAnswer(
                token: token.text, expires: "\(authenticator.lifetime.end(of: identity.session))",
                user: "\(identity.user.name)", role: identity.user.role, group: "\(store.group)"))
    }

    @Sendable private func logOut(_ request: Request, _ context: CatalogContext) async throws -> Response {
        try await authenticator.logOut(context.requireIdentity(), by: context.attribution())
        return .noContent
    }

    @Sendable private func sessions(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let lifetime = authenticator.lifetime
        let sessions = try await store.sessions(of: identity.user.id, alive: lifetime, at: context.moment)
        return try .json(
            SessionList(
                sessions: sessions.map { SessionDescription($0, lifetime: lifetime, current: identity.session.id) }))
    }

    @Sendable private func endSession(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let id = Session.ID(rawValue: try context.parameters.decoded("id"))
        try await store.endSession(id, of: identity.user.id, by: context.attribution())
        return .noContent
    }

    @Sendable private func changePassword(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let change = try await request.json(
            PasswordChange.self, upTo: Request.longestPasswordChange, in: context)
        try await authenticator.changePassword(
            from: change.current, to: change.new, of: context.requireIdentity(), from: context.origin.address)
        return .noContent
    }
}

extension SessionDescription {
    init(_ session: Session, lifetime: SessionLifetime, current: Session.ID?) {
        self.init(
            id: session.id.rawValue, client: session.client, created: "\(session.created)",
            lastUsed: "\(session.lastUsed)", expires: "\(lifetime.end(of: session))", current: session.id == current)
    }
}
