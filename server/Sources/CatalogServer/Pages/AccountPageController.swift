import Accounts
import AppCatalog
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

    /// What a form has changed. It is answered with the address of a page that says so: if the page were the answer itself,
    /// reloading it would send the form again.
    private enum Outcome: String {
        case password, end, others, nothing

        var address: String { "/account?done=\(rawValue)" }

        var sentence: String {
            switch self {
            case .password: "Your password was changed, and your other sessions have ended."
            case .end: "The session has ended."
            case .others: "Your other sessions have ended."
            case .nothing: "There were no other sessions."
            }
        }
    }

    @Sendable private func account(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else { return Self.login }
        // A link on another site must not claim that the user has changed something. Most browsers say where a link comes from.
        let isOurs = SameOrigin.holds(request, publicURL: context.origin.publicURL)
        let done = isOurs ? request.uri.queryParameters["done"] : nil
        let outcome = done.flatMap { Outcome(rawValue: String($0)) }
        return try await page(of: identity, notice: outcome?.sentence, context)
    }

    @Sendable private func change(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else { return Self.login }
        let change = try await request.form(Change.self, upTo: Request.longestPasswordChange, in: context)
        // The session may have been ended while the form arrived.
        try await context.confirm(.user)
        if case .end(identity.session.id) = change { return try await pages.logOut(request, context) }
        do {
            return .seeOther(try await make(change, for: identity, context).address)
        } catch let error as ServiceError where error.code.status.kind == .clientError && error.code != .notLoggedIn {
            var page = try await page(of: identity, problem: error.answer, context)
            page.status = error.code.status
            return page.refusing(error)
        }
    }

    private static var login: Response { .seeOther("/login?next=/account") }

    private func make(
        _ change: Change, for identity: Identity, _ context: CatalogContext
    ) async throws -> Outcome {
        switch change {
        case .password(let change, let again):
            guard change.new == again else {
                throw ServiceError(.invalid, "The new passwords do not match; type the same one twice.")
            }
            try await pages.authenticator.changePassword(
                from: change.current, to: change.new, of: identity, from: context.origin.address)
            return .password
        case .end(let id):
            try await store.endSession(id, of: identity.user.id, by: context.attribution())
            return .end
        case .endOthers:
            let count = try await store.endSessions(
                of: identity.user.id, except: identity.session.id, by: context.attribution())
            return count > 0 ? .others : .nothing
        }
    }

    private func page(
        of identity: Identity, notice: String? = nil, problem: String? = nil, _ context: CatalogContext
    ) async throws -> Response {
        let lifetime = pages.authenticator.lifetime
        let sessions = try await store.sessions(of: identity.user.id, alive: lifetime, at: context.moment)
        let page = AccountPage(
            frame: pages.frame("Your account", for: identity), problem: problem, notice: notice,
            user: "\(identity.user.name)",
            sessions: sessions.map { session in
                AccountPage.Session(SessionDescription(session, lifetime: lifetime, current: identity.session.id))
            })
        return .page(pages.templates.render(.account, page))
    }
}
