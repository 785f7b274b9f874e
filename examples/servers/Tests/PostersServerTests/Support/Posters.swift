import Accounts
import AppGroup
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServerCommands
import Serving
import Synchronization
import TestSupport
import Testing

@testable import PostersServer

/// A server without sockets on new data, with cheap password hashes and a clock that tests can set.
final class Posters: Sendable {
    let parts: ServerParts
    let clock = ServerClock()
    let folder: TemporaryFolder
    private let hasher = PasswordHasher(cost: cost)
    private let application: @Sendable () throws -> Application<LastingResponder>

    /// Hashes at once.
    static let cost = ScryptCost(logarithm: 1, blockSize: 8, parallelism: 1)!

    /// A logger that writes nothing. It keeps metadata, since Hummingbird stores the request's number there.
    static let silence = Logger(label: "test") { _ in JSONLogHandler(write: { _ in }) }

    init(registration: RegistrationPolicy = .open) async throws {
        let folder = try TemporaryFolder()
        var settings = Settings(folder: folder.path)
        settings.registration = registration
        settings.serving.publicURL = try PublicURL("https://posters.example.org")
        let parts = try ServerParts(
            settings: settings, store: try PostersStore(folder: folder.path), hasher: hasher,
            registry: PrometheusRegistry(), clock: { [clock] in clock.now }, logger: Self.silence)
        try await parts.store.replaceLists(try ListsFile.parse(Self.lists), by: .command())
        self.folder = folder
        self.parts = parts
        application = {
            let router = buildRouter(parts)
            router.refuseOtherMethods()
            return Application(
                responder: LastingResponder(responder: router.buildResponder()), logger: Self.silence)
        }
    }

    static let lists = """
        city,kyiv,Київ
        city,lviv,Львів
        district,podil,"Поділ, центр",kyiv
        district,sykhiv,Сихів,lviv
        type,pole,Стовп,Опора освітлення,Київміськсвітло,Вулиця
        law,,"Правила благоустрою, п. 13.3"
        contact,,reklama@example.org
        """

    var store: PostersStore { parts.store }

    var who: Attribution { Attribution(actor: "tester", address: nil, moment: clock.now) }

    /// Runs `body` with a client of the server.
    func serve(_ body: @escaping @Sendable (PostersClient) async throws -> Void) async throws {
        try await application().test(.router) { try await body(PostersClient(client: $0, posters: self)) }
        await hasher.shutDown()
    }

    /// Adds a user and logs them in.
    func addUser(_ name: String, _ role: Role) async throws -> LoggedIn {
        let password = try PasswordHash(of: Password(typed: "long enough"), cost: Self.cost)
        let new = try NewUser(name: name, mail: "\(name)@example.org", phone: nil, role: role)
        let user = try await store.addUser(new, password: password, .addUser, by: who)
        return try await logIn(user, password)
    }

    /// Logs a user in again, such as after the clock was set beyond the end of a session.
    func logIn(_ old: LoggedIn) async throws -> LoggedIn { try await logIn(old.user, #require(old.password)) }

    private func logIn(_ user: User, _ password: PasswordHash) async throws -> LoggedIn {
        let token = SessionToken()
        let session = Session(
            id: Session.ID(rawValue: UUID().uuidString), user: user.id, client: "a test", created: clock.now,
            lastUsed: clock.now)
        try await store.addSession(session, token: token.hash, provenBy: password, by: who)
        return LoggedIn(user: user, token: token.text, password: password)
    }

    struct LoggedIn: Sendable {
        let user: User
        let token: String
        var password: PasswordHash?
    }
}

/// Answers as the server does, but without a connection that an answer could close.
struct LastingResponder: HTTPResponder {
    let responder: RouterResponder<PostersContext>

    func respond(to request: Request, context: PostersContext) async throws -> Response {
        var response = try await responder.respond(to: request, context: context)
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            // An answer that closes its connection throws after its end.
            try? await body.write(writer)
        }
        return response
    }
}

/// A clock that stands still until a test sets it.
final class ServerClock: Sendable {
    private let moment = Mutex(Timestamp(seconds: 1_780_000_000))

    var now: Timestamp {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}
