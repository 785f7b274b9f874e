import Accounts
import AppGroup
import AppGroupText
import HTTPSignatures
import Hummingbird
import Serving

/// Logging in and out, and sessions.
struct SessionController {
    let authenticator: Authenticator<User, LoginChanges>
    let registrar: Registrar
    let keys: SessionKeys
    let store: FundStore
    let limits: AccountLimits
    let clock: @Sendable () -> Timestamp

    /// What needs no signature.
    func addOpenRoutes(to router: some RouterMethods<FundContext>) {
        router.get("info", use: info)
        router.post("register", use: register)
        router.post("login", use: logIn)
    }

    func addRoutes(to router: some RouterMethods<FundContext>) {
        router.get("session", use: session)
        router.delete("session", use: logOut)
        router.get("sessions", use: sessions)
        router.delete("sessions/{session}", use: endSession)
        router.put("password", use: changePassword)
    }

    @Sendable private func info(_ request: Request, _ context: FundContext) async throws -> Response {
        try .json(InfoMessage(time: "\(clock())", registration: registrar.policy))
    }

    @Sendable private func register(_ request: Request, _ context: FundContext) async throws -> Response {
        let wanted = try await request.json(LoginRequest.self, upTo: Request.longestLogin, in: context)
        let who = context.attribution(of: User.registrant)
        try await registrar.register(wanted.name, password: wanted.password, from: context.origin.address, by: who)
        return try await logIn(wanted, context, status: .created)
    }

    @Sendable private func logIn(_ request: Request, _ context: FundContext) async throws -> Response {
        let wanted = try await request.json(LoginRequest.self, upTo: Request.longestLogin, in: context)
        return try await logIn(wanted, context, status: .ok)
    }

    private func logIn(
        _ wanted: LoginRequest, _ context: FundContext, status: HTTPResponse.Status
    ) async throws -> Response {
        let (token, identity) = try await authenticator.logIn(
            as: try? UserName(wanted.name), password: wanted.password, client: wanted.device,
            from: context.origin.address)
        return try .json(
            LoginAnswer(
                account: "\(identity.user.name)", session: token.text, key: Base64.encode(keys.key(of: token.text)),
                expires: "\(authenticator.lifetime.end(of: identity.session))"), status: status)
    }

    @Sendable private func session(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let usage = try await store.usage(of: identity.user.id)
        return try .json(OwnSession(identity, usage, limits, authenticator.lifetime))
    }

    @Sendable private func logOut(_ request: Request, _ context: FundContext) async throws -> Response {
        try await authenticator.logOut(context.requireIdentity(), by: context.attribution())
        return .noContent
    }

    @Sendable private func sessions(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let sessions = try await store.sessions(
            of: identity.user.id, alive: authenticator.lifetime, at: context.moment)
        return try .json(SessionList(sessions, of: identity, authenticator.lifetime))
    }

    @Sendable private func endSession(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let id = Session.ID(rawValue: try context.parameters.decoded("session"))
        try await store.endSession(id, of: identity.user.id, by: context.attribution())
        return .noContent
    }

    @Sendable private func changePassword(_ request: Request, _ context: FundContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let change = try await request.signedJSON(PasswordChange.self, upTo: Request.longestPasswordChange, in: context)
        try await authenticator.changePassword(
            from: change.current, to: change.new, of: identity, from: context.origin.address)
        return .noContent
    }
}
