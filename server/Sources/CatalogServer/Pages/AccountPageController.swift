import Accounts
import AppCatalog
import AppGroupText
import Hummingbird
import Serving

/// `/account`: users change their password, and see and end their sessions.
struct AccountPageController {
    let pages: PageController
    let store: any CatalogStore

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("account", use: account)
        router.post("account", use: change)
    }

    /// What the visitor wants: the form's fields tell which of the buttons sent it.
    private enum Change: Decodable {
        case password(PasswordChange, again: String)
        case end(Session.ID)
        case endOthers

        private enum Field: String, CodingKey { case current, new, again, end, endOthers }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Field.self)
            if fields.contains(.endOthers) {
                self = .endOthers
            } else if let id = try fields.decodeIfPresent(String.self, forKey: .end) {
                self = .end(Session.ID(rawValue: id))
            } else {
                let change = PasswordChange(
                    current: try fields.decode(String.self, forKey: .current),
                    new: try fields.decode(String.self, forKey: .new))
                self = .password(change, again: try fields.decode(String.self, forKey: .again))
            }
        }
    }

    @Sendable private func account(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else { return Self.login }
        return try await page(of: identity, context)
    }

    @Sendable private func change(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else { return Self.login }
        let change = try await request.form(Change.self, upTo: Request.longestPasswordChange, in: context)
        // The session may have been ended while the form arrived.
        try await context.confirm(.user)
        if case .end(identity.session.id) = change { return try await pages.logOut(request, context) }
        do {
            return try await page(of: identity, notice: try await make(change, for: identity, context), context)
        } catch let error as ServiceError where error.code.status.kind == .clientError && error.code != .notLoggedIn {
            var page = try await page(of: identity, problem: error.answer, context)
            page.status = error.code.status
            return page.refusing(error)
        }
    }

    private static var login: Response { .seeOther("/login?next=/account") }

    /// - Returns: A sentence about what has changed.
    private func make(
        _ change: Change, for identity: Identity, _ context: CatalogContext
    ) async throws -> String {
        switch change {
        case .password(let change, let again):
            guard change.new == again else {
                throw ServiceError(.invalid, "The two new passwords are not the same; type the new one twice.")
            }
            try await pages.authenticator.changePassword(
                from: change.current, to: change.new, of: identity, from: context.origin.address)
            return "Your password was changed, and your other sessions have ended."
        case .end(let id):
            try await store.endSession(id, of: identity.user.id, by: context.attribution())
            return "The session has ended."
        case .endOthers:
            let others = try await sessions(of: identity, context).filter { !$0.current }
            for session in others {
                do {
                    try await store.endSession(
                        Session.ID(rawValue: session.id), of: identity.user.id, by: context.attribution())
                } catch let error as ServiceError where error.code == .notFound {
                    // It has ended meanwhile.
                }
            }
            return "\(Quantity(others.count, "other session")) ended."
        }
    }

    private func sessions(of identity: Identity, _ context: CatalogContext) async throws -> [SessionDescription] {
        let lifetime = pages.authenticator.lifetime
        return try await store.sessions(of: identity.user.id, alive: lifetime, at: context.moment)
            .map { SessionDescription($0, lifetime: lifetime, current: identity.session.id) }
    }

    private func page(
        of identity: Identity, notice: String? = nil, problem: String? = nil, _ context: CatalogContext
    ) async throws -> Response {
        let page = AccountPage(
            frame: pages.frame("Your account", for: identity), problem: problem, notice: notice,
            user: "\(identity.user.name)",
            sessions: try await sessions(of: identity, context).map { AccountPage.Session($0) })
        return .page(pages.templates.render(.account, page))
    }
}
