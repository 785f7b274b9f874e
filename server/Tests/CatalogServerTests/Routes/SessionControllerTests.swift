import AppCatalog
import AppGroup
import HTTPTypes
import Hummingbird
import Testing

@testable import CatalogServer

struct SessionControllerTests {
    @Test func `Who logs in gets a token that says who he is, until he logs out`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada", role: .publisher)
        try await server.test { client async throws in
            let answer = try await client.ask(
                .post, "/v1/login", json: #"{"user": "Ada", "password": "long enough", "client": "launcher\u001b[2J"}"#)
            #expect(answer.status == 200)
            #expect(answer.headers[.cacheControl] == "no-store")
            let login = try answer.decoded(LoginAnswer.self)
            #expect(login.user == "ada" && login.role == .publisher && login.group == "com.example.tools")
            #expect(login.expires == "\(server.clock.now.adding(days: 30))")
            #expect(login.token.utf8.count == 43)

            let sessions = try await client.ask(.get, "/v1/sessions", token: login.token).decoded(SessionList.self)
                .sessions
            #expect(sessions.map(\.client) == ["launcher[2J"] && sessions.map(\.current) == [true])
            #expect(try await client.ask(.post, "/v1/logout", token: login.token).status == 204)
            #expect(try await client.ask(.get, "/v1/sessions", token: login.token).status == 401)
        }
    }

    /// A login that fails.
    @Test func `Unknown, disabled and wrong answer the same, and cost one check each`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada")
        let bob = try await server.addUser("bob")
        try await server.addUser("root", role: .administrator)
        try await server.parts.store.setDisabled(true, bob.name, by: server.who)
        try await server.test { client async throws in
            var answers: Set<String> = []
            for (count, user) in ["ada", "bob", "nobody", "No such name!", ""].enumerated() {
                let password = user == "bob" ? "long enough" : "wrong"
                let answer = try await client.ask(
                    .post, "/v1/login", json: #"{"user": "\#(user)", "password": "\#(password)"}"#)
                #expect(answer.status == 401)
                #expect(server.parts.hasher.checkCount == count + 1)
                answers.insert(answer.text)
            }
            #expect(answers.count == 1)
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"user": 1, "password": "x"}"#, #"{"user": "a"}"#, String(repeating: "[", count: 8_000),
    ])
    func `A body that is no login is refused, and costs no check`(_ body: String) async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            let answer = try await client.ask(.post, "/v1/login", json: body)
            #expect(answer.status == 400 && answer.code == "malformed")
            #expect(server.parts.hasher.checkCount == 0)
        }
    }

    @Test func `A body beyond all measure is not read`() async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            for size in [1 << 20, Request.longestLogin + 1] {
                let answer = try await client.ask(.post, "/v1/login", json: String(repeating: " ", count: size))
                #expect(answer.status == 413 && answer.code == "tooLarge")
            }
        }
    }

    @Test func `The longest password logs in, however it is written`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada", password: String(repeating: "\u{1}", count: Password.maximumSize))
        try await server.test { client async throws in
            _ = try await client.logIn("ada", password: String(repeating: "\\u0001", count: Password.maximumSize))
        }
    }

    @Test(arguments: ["", "Bearer", "Bearer x", "Basic YTpi", "bearer \(String(repeating: "A", count: 43))"])
    func `What is no token is nobody's`(_ header: String) async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            let answer = try await client.ask(.get, "/v1/sessions", headers: [.authorization: header])
            #expect(answer.status == 401 && answer.code == "notLoggedIn")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test func `A session slides while it is used, and ends when it is not`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada")
        try await server.test { client async throws in
            let token = try await client.logIn("ada")
            for _ in 0..<3 {
                server.clock.now = server.clock.now.adding(days: 20)
                #expect(try await client.ask(.get, "/v1/sessions", token: token).status == 200)
                try await server.parts.authenticator.keepSessions()
            }
            server.clock.now = server.clock.now.adding(days: 31)
            #expect(try await client.ask(.get, "/v1/sessions", token: token).status == 401)
        }
    }

    @Test func `Whatever takes a session away in the data takes it away at once`() async throws {
        let server = try await RouterFixture()
        let ada = try await server.addUser("ada")
        try await server.test { client async throws in
            let (first, second) = (try await client.logIn("ada"), try await client.logIn("ada"))
            let sessions = try await client.ask(.get, "/v1/sessions", token: first).decoded(SessionList.self).sessions
            let other = try #require(sessions.first { !$0.current })
            #expect(try await client.ask(.delete, "/v1/sessions/\(other.id)", token: first).status == 204)
            #expect(try await client.ask(.get, "/v1/sessions", token: second).status == 401)
            #expect(try await client.ask(.delete, "/v1/sessions/\(other.id)", token: first).status == 404)
            try await server.parts.store.setDisabled(true, ada.name, by: server.who)
            #expect(try await client.ask(.get, "/v1/sessions", token: first).status == 401)
        }
    }

    @Test func `A new password wants the old one, and ends the other sessions`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada")
        try await server.test { client async throws in
            let (mine, other) = (try await client.logIn("ada"), try await client.logIn("ada"))
            let wrong = try await client.ask(
                .put, "/v1/password", token: mine, json: #"{"current": "wrong", "new": "even longer"}"#)
            #expect(wrong.status == 401 && wrong.code == "wrongCredentials")
            let short = try await client.ask(
                .put, "/v1/password", token: mine, json: #"{"current": "long enough", "new": "short"}"#)
            #expect(short.status == 422)
            let right = try await client.ask(
                .put, "/v1/password", token: mine, json: #"{"current": "long enough", "new": "even longer"}"#)
            #expect(right.status == 204)
            #expect(try await client.ask(.get, "/v1/sessions", token: mine).status == 200)
            #expect(try await client.ask(.get, "/v1/sessions", token: other).status == 401)
            _ = try await client.logIn("ada", password: "even longer")
        }
    }

    /// A user whose password takes seconds to look at, so that something else happens meanwhile.
    private func addSlowUser(to server: RouterFixture) async throws -> User {
        let cost = try #require(ScryptCost(logarithm: 16, blockSize: 8, parallelism: 16))
        let hash = try PasswordHash(of: Password(typed: "long enough"), cost: cost)
        return try await server.parts.store.addUser(UserName("ada"), role: .user, password: hash, by: server.who)
    }

    @Test func `Who logs in by the old password while it is reset is not let in`() async throws {
        let server = try await RouterFixture()
        let ada = try await addSlowUser(to: server)
        let store = server.parts.store
        try await server.test { client async throws in
            async let late = client.ask(.post, "/v1/login", json: #"{"user": "ada", "password": "long enough"}"#)
            #expect(try await eventually { server.parts.hasher.checkCount == 1 })
            try await store.setPassword(StoreFixture.hash("brand new"), of: ada.name, by: server.who)
            #expect(try await late.code == "wrongCredentials")
            let sessions = try await store.sessions(of: ada.id, alive: .standard, at: server.clock.now)
            #expect(sessions.isEmpty)
            _ = try await client.logIn("ada", password: "brand new")
        }
    }

    @Test func `Who changes his password while it is reset does not undo that`() async throws {
        let server = try await RouterFixture()
        let ada = try await addSlowUser(to: server)
        let (store, token) = (server.parts.store, SessionToken())
        let session = Session(
            id: Session.ID(rawValue: "hers"), user: ada.id, client: "a test", created: server.clock.now,
            lastUsed: server.clock.now)
        try await store.addSession(session, of: ada, token: token.hash, by: server.who)
        try await server.test { client async throws in
            async let late = client.ask(
                .put, "/v1/password", token: token.text, json: #"{"current": "long enough", "new": "even longer"}"#)
            #expect(try await eventually { server.parts.hasher.checkCount == 1 })
            try await store.setPassword(StoreFixture.hash("brand new"), of: ada.name, by: server.who)
            #expect(try await late.status == 401)
            _ = try await client.logIn("ada", password: "brand new")
        }
    }

    @Test func `Wrong passwords are tried so often, for one name, whether anybody has it`() async throws {
        for name in ["ada", "nobody"] {
            let server = try await RouterFixture(limits: LoginLimits(nameBurst: 3, nameInterval: 60))
            try await server.addUser("ada")
            try await server.test { client async throws in
                for attempt in 0..<5 {
                    let answer = try await client.ask(
                        .post, "/v1/login", json: #"{"user": "\#(name)", "password": "wrong"}"#)
                    #expect(answer.status == (attempt < 3 ? 401 : 429))
                    #expect(answer.headers[.retryAfter] == (attempt < 3 ? nil : "60"))
                }
                #expect(server.parts.hasher.checkCount == 3)
                server.clock.now = Timestamp(seconds: server.clock.now.seconds + 60)
                if name == "ada" {
                    for _ in 0..<9 { _ = try await client.logIn("ada") }
                }
            }
        }
    }

    @Test func `A hash that costs less than new ones is made anew when its user logs in`() async throws {
        let server = try await RouterFixture()
        let cost = try #require(ScryptCost(logarithm: 2, blockSize: 1, parallelism: 1))
        let old = try PasswordHash(of: Password(typed: "long enough"), cost: cost)
        _ = try await server.parts.store.addUser(UserName("ada"), role: .user, password: old, by: server.who)
        try await server.test { client async throws in
            let first = try await client.logIn("ada")
            #expect(try await server.parts.store.credentials(of: UserName("ada"))?.password.cost == StoreFixture.cost)
            _ = try await client.logIn("ada")
            #expect(try await client.ask(.get, "/v1/sessions", token: first).status == 200)
        }
    }
}
