import Accounts
import Hummingbird
import Serving

/// Registering, logging in and out, and a user's own account.
struct AccountController {
    let registrar: Registrar
    let authenticator: Authenticator<User, LoginChanges>
    let store: PostersStore

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.post("register", use: register)
        router.post("login", use: logIn)
        router.post("logout", use: logOut)
        router.get("sessions", use: sessions)
        router.delete("sessions", use: logOutEverywhere)
        router.delete("sessions/{session}", use: endSession)
        router.put("password", use: changePassword)
        router.get("account", use: account)
        router.post("account/deletion", use: deleteAccount)
    }

    @Sendable private func register(_ request: Request, _ context: PostersContext) async throws -> Response {
        let wanted = try await request.json(Registration.self, upTo: Request.longestLogin, in: context)
        let login = try await registrar.register(wanted, from: context.origin.address, at: context.moment)
        return try answer(login, status: .created)
    }

    @Sendable private func logIn(_ request: Request, _ context: PostersContext) async throws -> Response {
        let wanted = try await request.json(LoginRequest.self, upTo: Request.longestLogin, in: context)
        return try answer(try await registrar.logIn(wanted, from: context.origin.address), status: .ok)
    }

    private func answer(
        _ login: (token: SessionToken, identity: AccountIdentity<User>), status: HTTPResponse.Status
    ) throws -> Response {
        try .json(
            LoginAnswer(
                token: login.token.text, expires: "\(authenticator.lifetime.end(of: login.identity.session))",
                account: AccountMessage(login.identity.user)), status: status)
    }

    @Sendable private func logOut(_ request: Request, _ context: PostersContext) async throws -> Response {
        try await authenticator.logOut(context.requireIdentity(), by: context.attribution())
        return .noContent
    }

    @Sendable private func sessions(_ request: Request, _ context: PostersContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let lifetime = authenticator.lifetime
        let sessions = try await store.sessions(of: identity.user.id, alive: lifetime, at: context.moment)
        return try .json(
            SessionList(
                sessions: sessions.map { session in
                    SessionMessage(
                        id: session.id.rawValue, client: session.client, created: "\(session.created)",
                        lastUsed: "\(session.lastUsed)", expires: "\(lifetime.end(of: session))",
                        current: session.id == identity.session.id)
                }))
    }

    @Sendable private func logOutEverywhere(_ request: Request, _ context: PostersContext) async throws -> Response {
        _ = try await authenticator.logOutEverywhere(context.requireIdentity(), by: context.attribution())
        return .noContent
    }

    @Sendable private func endSession(_ request: Request, _ context: PostersContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let id = Session.ID(rawValue: try context.parameters.decoded("session"))
        try await store.endSession(id, of: identity.user.id, by: context.attribution())
        return .noContent
    }

    @Sendable private func changePassword(_ request: Request, _ context: PostersContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let change = try await request.json(PasswordChange.self, upTo: Request.longestPasswordChange, in: context)
        try await authenticator.changePassword(
            from: change.current, to: change.new, of: identity, from: context.origin.address)
        return .noContent
    }

    @Sendable private func account(_ request: Request, _ context: PostersContext) async throws -> Response {
        try .json(AccountMessage(try context.requireIdentity().user))
    }

    @Sendable private func deleteAccount(_ request: Request, _ context: PostersContext) async throws -> Response {
        let user = try context.requireIdentity().user
        let deletion = try await request.json(AccountDeletion.self, upTo: Request.longestLogin, in: context)
        try await registrar.delete(user, password: deletion.password, by: context.attribution())
        return .noContent
    }
}
