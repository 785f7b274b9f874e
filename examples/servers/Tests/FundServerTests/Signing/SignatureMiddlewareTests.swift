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
import Testing

@testable import FundServer

@Suite("Which requests count as a use of their session")
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

    @Test func `A request that is forged, unsigned, late or repeated does not prolong a session, which ends unused`()
        async throws
    {
        let (folder, clock, hasher) = (try BlobFolder(), Clock(), PasswordHasher(width: 1))
        var settings = Settings(folder: folder.path)
        settings.serving.publicURL = try PublicURL(Self.address)
        let store = try FundStore(folder: folder.path)
        let parts = try ServerParts(
            settings: settings, store: store, hasher: hasher, registry: PrometheusRegistry(),
            clock: { clock.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let hash = try await hasher.hash(Password(new: "long enough"))
        try await store.addUser(UserName("ada"), password: hash, .addUser, by: .command())
        let (token, identity) = try await parts.authenticator.logIn(
            as: UserName("ada"), password: "long enough", client: "a test", from: nil)
        let (session, key, login) = (token.text, try parts.keys.key(of: token.text), clock.now)
        @Sendable func lastUse() async throws -> Timestamp? {
            try await parts.authenticator.keepSessions()
            return try await store.sessions(of: identity.user.id, alive: .standard, at: clock.now).first?.lastUsed
        }

        clock.advance(seconds: 20 * 86_400)
        try await Application(router: buildRouter(parts)).test(.router) { client in
            func status(_ fields: HTTPFields) async throws -> Int {
                try await client.execute(uri: "/v1/session", method: .get, headers: fields) { $0.status.code }
            }
            let now = clock.now.seconds
            #expect(try await status([:]) == 401)
            #expect(try await status(Self.fields(session, [UInt8](repeating: 0, count: 32), at: now)) == 401)
            #expect(try await status(Self.fields(session, key, at: now - 3600)) == 401)
            #expect(try await lastUse() == login)

            let signed = try Self.fields(session, key, at: now)
            #expect(try await status(signed) == 200)
            let use = clock.now
            #expect(try await lastUse() == use)
            clock.advance(seconds: 200)
            #expect(try await status(signed) == 401)
            #expect(try await lastUse() == use)

            // A session ends 30 days after its last use.
            clock.advance(seconds: 29 * 86_400)
            #expect(try await status(Self.fields(session, key, at: clock.now.seconds)) == 200)
            clock.advance(seconds: 31 * 86_400)
            #expect(try await status(Self.fields(session, key, at: clock.now.seconds)) == 401)
        }
        await hasher.shutDown()
        try store.close()
    }
}
