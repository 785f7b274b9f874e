import Accounts
import AppCatalog
import AppGroupPlatform
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// The pages for browsers: the catalog, logging in and out, and publishing.
struct PageController {
    let service: CatalogService
    let authenticator: CatalogAuthenticator
    let templates: PageTemplates
    /// The signed link to the manifest from which iOS installs a release.
    let manifestLink: @Sendable (Identity, CatalogPackage, CatalogRelease, CatalogContext) -> String?

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("", use: catalog)
        router.get("login", use: loginForm)
        router.post("login", use: logIn)
        router.post("logout", use: logOut)
        router.get("publish", use: publishForm)
        for asset in [PageAsset.style, .icon] {
            router.get(RouterPath(asset.path)) { _, _ in Self.answer(asset) }
        }
    }

    @Sendable private func catalog(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else { return .seeOther("/login") }
        let packages = try await service.catalog(of: identity.user.id).packages
        let query = request.uri.queryParameters["q"].map { String($0.prefix(200)) }
        let page = CatalogPage(
            packages, frame: frame("Your tools", for: identity),
            visitor: Visitor(userAgent: request.headers[.userAgent]), server: context.origin.publicURL, query: query,
            installLink: { [manifestLink] package, release in
                manifestLink(identity, package, release, context).map {
                    "itms-services://?action=download-manifest&url=\(PercentEncoding.encoded($0))"
                }
            })
        return .page(page, from: templates, on: context.channel)
    }

    @Sendable private func loginForm(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard context.identity == nil else { return .seeOther("/") }
        return loginPage(
            problem: nil, user: "", next: LocalPath(request.uri.queryParameters["next"].map { String($0) }))
    }

    private func loginPage(
        problem: String?, user: String, next: LocalPath, status: HTTPResponse.Status = .ok
    ) -> Response {
        let page = LoginPage(frame: frame("Log in", for: nil), problem: problem, user: user, next: next.text)
        return .page(templates.render(.login, page), status: status)
    }

    private struct LoginForm: Decodable {
        var user: String
        var password: String
        var next: String?
    }

    @Sendable private func logIn(_ request: Request, _ context: CatalogContext) async throws -> Response {
        let form = try await request.form(LoginForm.self, in: context)
        let next = LocalPath(form.next)
        let browser = "browser: \(request.headers[.userAgent] ?? "unknown")"
        do {
            let wanted = LoginRequest(user: form.user, password: form.password, client: browser)
            let (token, _) = try await authenticator.logIn(
                wanted, from: context.origin.address, observedBy: context.observation)
            var response = Response.seeOther(next.text)
            response.setCookie(
                SessionCookie.carrying(
                    token, seconds: authenticator.lifetime.maximumDays * 86_400, isSecure: context.origin.isSecure))
            return response
        } catch let error as ServiceError where error.code.status.kind == .clientError {
            var response = loginPage(
                problem: error.answer, user: String(form.user.prefix(64)), next: next, status: error.code.status)
            if let seconds = error.retryAfter { response.headers[.retryAfter] = "\(max(1, seconds))" }
            return response
        }
    }

    @Sendable func logOut(_ request: Request, _ context: CatalogContext) async throws -> Response {
        if let identity = context.identity { try await authenticator.logOut(identity, by: context.attribution()) }
        var response = Response.seeOther("/login")
        response.setCookie(SessionCookie.removal(isSecure: context.origin.isSecure))
        return response
    }

    @Sendable private func publishForm(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else { return .seeOther("/login?next=/publish") }
        try identity.require(.publisher)
        return publishPage(identity, outcome: .none)
    }

    /// The outcome of publishing on the page.
    enum Outcome {
        case none
        case published([String], isNew: Bool)
        case refused(ServiceError, channel: ReleaseChannel, notes: String)
    }

    /// The page for publishing, with the outcome of the last attempt.
    func publishPage(_ identity: Identity, outcome: Outcome) -> Response {
        var (problem, published, channel, notes) = (String?.none, [String](), ReleaseChannel.stable, "")
        var status = HTTPResponse.Status.ok
        switch outcome {
        case .none: break
        case .published(let report, let isNew):
            published = report
            if isNew { status = .created }
        case .refused(let error, let itsChannel, let itsNotes):
            (problem, channel, notes, status) = (error.answer, itsChannel, itsNotes, error.code.status)
        }
        let page = PublishPage(
            frame: frame("Publish", for: identity), problem: problem, published: published, beta: channel == .beta,
            notes: notes)
        let response = Response.page(templates.render(.publish, page), status: status)
        guard case .refused(let error, _, _) = outcome else { return response }
        return response.refusing(error)
    }

    private static func answer(_ asset: PageAsset) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: asset.type, .cacheControl: "public, max-age=31536000, immutable",
                .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }

    func frame(_ title: String, for identity: Identity?) -> PageFrame {
        PageFrame(title: title, group: "\(service.group)", account: identity.map { PageFrame.Account($0) })
    }
}

extension PageFrame.Account {
    init(_ identity: Identity) { self.init(name: "\(identity.user.name)", role: identity.user.role) }
}

/// Where to go after logging in: a path of this server, and nothing that a browser could interpret as another server.
struct LocalPath: Hashable, Sendable {
    let text: String

    /// Takes the text of a link or form. Anything but a plain path leads to the catalog.
    init(_ text: String?) {
        let path = text ?? "/"
        let isPlain =
            path.utf8.count <= 300 && path.hasPrefix("/") && !path.hasPrefix("//")
            && path.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/-._~".utf8.contains(byte)
            }
        self.text = isPlain ? path : "/"
    }
}
