import Accounts
import AppGroup
import Foundation
import HTTPSignatures
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import ServerTestSupport
import Serving
import Synchronization
import TestSupport
import Testing

@testable import FundServer

@Suite("Which requests count as a use of their session, and take a nonce")
struct SignatureMiddlewareTests {
    /// A time that stands still until a test moves it on.
    private final class Clock: Sendable {
        private let time = Mutex(Timestamp(seconds: 1_780_000_000))

        var now: Timestamp { time.withLock { $0 } }

        func advance(seconds: Int64) { time.withLock { $0 = Timestamp(seconds: $0.seconds + seconds) } }
    }

    private static let address = "https://funds.example.org"

    /// The fields of a signed request about the session.
    private static func fields(_ session: String, _ key: [UInt8], at seconds: Int64) throws -> HTTPFields {
        let signed = try RequestSigner(label: "fund", keyID: session, key: key).fields(
            method: "GET", targetURI: "\(address)/v1/session", body: nil, created: seconds)
        var fields = HTTPFields()
        for (name, value) in signed { fields[try #require(HTTPField.Name(name))] = value }
        return fields
    }

    /// A server with an account that is logged in once.
    private struct LoggedIn: Sendable {
        let folder: TemporaryFolder
        let clock = Clock()
        let hasher = PasswordHasher(width: 1)
        let parts: ServerParts
        let identity: AccountIdentity<User>
        let session: String
        let key: [UInt8]

        init() async throws {
            let folder = try TemporaryFolder()
            var settings = Settings(folder: folder.path)
            settings.serving.publicURL = try PublicURL(address)
            parts = try ServerParts(
                settings: settings, store: try FundStore(folder: folder.path), hasher: hasher,
                registry: PrometheusRegistry(), clock: { [clock] in clock.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            self.folder = folder
            let hash = try await hasher.hash(Password(new: "long enough"))
            try await parts.store.addUser(UserName("ada"), password: hash, .addUser, by: .command())
            let (token, identity) = try await parts.authenticator.logIn(
                as: UserName("ada"), password: "long enough", client: "a test", from: nil)
            (session, self.identity) = (token.text, identity)
            key = try parts.keys.key(of: session)
        }

        /// Sends a request with these fields, and returns the status of its answer.
        typealias Status = @Sendable (HTTPFields) async throws -> Int

        /// Runs `body` with a client.
        func serve(_ body: @escaping @Sendable (_ status: @escaping Status) async throws -> Void) async throws {
            try await Application(router: buildRouter(parts)).test(.router) { client in
                try await body { fields in
                    try await client.execute(uri: "/v1/session", method: .get, headers: fields) { $0.status.code }
                }
            }
            await hasher.shutDown()
            try parts.store.close()
        }

        /// When the session was last used, as the database has it.
        func lastUse() async throws -> Timestamp? {
            try await parts.authenticator.keepSessions()
            return try await parts.store.sessions(of: identity.user.id, alive: .standard, at: clock.now).first?.lastUsed
        }

        /// How many nonces were taken in the newest slot.
        func nonces() throws -> Int {
            let slot = clock.now.seconds / (2 * NonceLog.window)
            return try Data(contentsOf: URL(filePath: "\(folder.path)/nonces/\(slot)")).count / 16
        }
    }

    @Test func `A request that is forged, unsigned, late or repeated does not prolong a session, which ends unused`()
        async throws
    {
        let server = try await LoggedIn()
        let (session, key, clock, login) = (server.session, server.key, server.clock, server.clock.now)
        clock.advance(seconds: 20 * 86_400)
        try await server.serve { status in
            let now = clock.now.seconds
            #expect(try await status([:]) == 401)
            #expect(try await status(Self.fields(session, [UInt8](repeating: 0, count: 32), at: now)) == 401)
            #expect(try await status(Self.fields(session, key, at: now - 3600)) == 401)
            #expect(try await server.lastUse() == login)

            let signed = try Self.fields(session, key, at: now)
            #expect(try await status(signed) == 200)
            let use = clock.now
            #expect(try await server.lastUse() == use)
            clock.advance(seconds: 200)
            #expect(try await status(signed) == 401)
            #expect(try await server.lastUse() == use)

            // A session ends 30 days after its last use.
            clock.advance(seconds: 29 * 86_400)
            #expect(try await status(Self.fields(session, key, at: clock.now.seconds)) == 200)
            clock.advance(seconds: 31 * 86_400)
            #expect(try await status(Self.fields(session, key, at: clock.now.seconds)) == 401)
        }
    }

    @Test func `A request takes a nonce only if its signature is right and its session has not ended`() async throws {
        let server = try await LoggedIn()
        let (session, key, now) = (server.session, server.key, server.clock.now.seconds)
        try await server.serve { status in
            #expect(try await status(Self.fields(session, key, at: now)) == 200)
            #expect(try server.nonces() == 1)
            #expect(try await status(Self.fields(session, [UInt8](repeating: 0, count: 32), at: now)) == 401)
            #expect(try server.nonces() == 1)
            _ = try await server.parts.authenticator.logOutEverywhere(server.identity, by: .command())
            #expect(try await status(Self.fields(session, key, at: now)) == 401)
            #expect(try server.nonces() == 1)
        }
    }
}
