import Accounts
import AppCatalog
import AppGroup
import ErrorAnswers
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Serving
import Synchronization

@testable import CatalogServer

/// A server without sockets on a new catalog, with cheap password hashes and a clock that tests can set.
final class RouterFixture: Sendable {
    let parts: ServerParts
    let clock = TestClock()
    private let scratch: ScratchCatalog

    init(
        limits: LoginLimits = LoginLimits(), logger: Logger = RouterFixture.silence,
        change: (inout Settings) throws -> Void = { _ in }
    ) async throws {
        scratch = try ScratchCatalog()
        var settings = Settings(folder: scratch.folder)
        try change(&settings)
        parts = try ServerParts(
            settings: settings, store: scratch.store, changes: scratch.store.notifier,
            hasher: PasswordHasher(cost: StoreFixture.cost), limits: limits, registry: PrometheusRegistry(),
            clock: { [clock] in clock.now }, logger: logger)
    }

    /// A logger that writes nothing. It keeps metadata, since Hummingbird stores the request's number there.
    static let silence = Logger(label: "test") { _ in JSONLogHandler(write: { _ in }) }

    var who: Attribution { Attribution(actor: "tester", address: nil, moment: clock.now) }

    @discardableResult
    func addUser(_ name: String, password: String = "long enough", role: AccountRole = .user) async throws -> User {
        try await parts.store.addUser(UserName(name), role: role, password: StoreFixture.hash(password), by: who)
    }

    /// Runs `body` with a client of the server.
    func test(_ body: @escaping @Sendable (RouterClient) async throws -> Void) async throws {
        let router = try buildRouter(parts)
        router.refuseOtherMethods()
        let application = Application(router: router, logger: Self.silence)
        try await application.test(.router) { try await body(RouterClient(client: $0)) }
        await parts.hasher.shutDown()
    }
}

/// A clock that stands still until a test sets it.
final class TestClock: Sendable {
    private let moment = Mutex(Timestamp(seconds: 1_763_737_200))

    var now: Timestamp {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}

/// Sends requests with JSON bodies to the server.
struct RouterClient: Sendable {
    let client: any TestClientProtocol

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: Data

        func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: body)
        }

        /// The error's code, if the answer is an error.
        var code: String? { try? decoded(ErrorAnswer.self).error.code }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, headers: HTTPFields = [:],
        json: String? = nil
    ) async throws -> Answer {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        return try await client.execute(
            uri: path, method: method, headers: headers, body: json.map { ByteBuffer(string: $0) }
        ) { response in
            Answer(status: response.status.code, headers: response.headers, body: Data(response.body.readableBytesView))
        }
    }

    /// Logs in and returns the token.
    func logIn(_ user: String, password: String = "long enough") async throws -> String {
        let answer = try await ask(
            .post, "/v1/login", json: #"{"user": "\#(user)", "password": "\#(password)", "client": "a test"}"#)
        return try answer.decoded(LoginAnswer.self).token
    }
}
