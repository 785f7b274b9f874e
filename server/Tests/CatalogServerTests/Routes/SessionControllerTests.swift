import Accounts
import AppCatalog
import AppGroup
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import CatalogServer

struct SessionControllerTests {
    @Test func `A login gives a token that identifies the user until they log out`() async throws {
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

    @Test func `Logins fail alike for an unknown name, a disabled user and a wrong password, with one check each`()
        async throws
    {
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
    func `A malformed login is refused without a password check`(_ body: String) async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            let answer = try await client.ask(.post, "/v1/login", json: body)
            #expect(answer.status == 400 && answer.code == "malformed")
            #expect(server.parts.hasher.checkCount == 0)
        }
    }

    @Test func `A login that is too large is refused`() async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            for size in [1 << 20, Request.longestLogin + 1] {
                let answer = try await client.ask(.post, "/v1/login", json: String(repeating: " ", count: size))
                #expect(answer.status == 413 && answer.code == "tooLarge")
            }
        }
    }

    @Test func `A change of a password is short, but may have two of the longest passwords, fully escaped`()
        async throws
    {
        let server = try await RouterFixture()
        let longest = String(repeating: "\u{1}", count: Password.maximumSize)
        try await server.addUser("ada", password: longest)
        try await server.test { client async throws in
            func escaped(_ digit: Int) -> String { String(repeating: "\\u000\(digit)", count: Password.maximumSize) }
            let token = try await client.logIn("ada", password: escaped(1))
            let spaces = String(repeating: " ", count: Request.longestPasswordChange + 1)
            #expect(try await client.ask(.put, "/v1/password", token: token, json: spaces).status == 413)
            let change = #"{"current": "\#(escaped(1))", "new": "\#(escaped(2))"}"#
            #expect(try await client.ask(.put, "/v1/password", token: token, json: change).status == 204)
        }
    }

    @Test func `The longest password can be used to log in, even fully escaped`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("ada", password: String(repeating: "\u{1}", count: Password.maximumSize))
        try await server.test { client async throws in
            _ = try await client.logIn("ada", password: String(repeating: "\\u0001", count: Password.maximumSize))
        }
    }

    @Test(arguments: ["", "Bearer", "Bearer x", "Basic YTpi", "bearer \(String(repeating: "A", count: 43))"])
    func `An authorization header without a valid token is refused`(_ header: String) async throws {
        let server = try await RouterFixture()
        try await server.test { client async throws in
            let answer = try await client.ask(.get, "/v1/sessions", headers: [.authorization: header])
            #expect(answer.status == 401 && answer.code == "notLoggedIn")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test func `A session lasts while it is used and expires after 30 idle days`() async throws {
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

    @Test func `A session that is ended in the database is refused at once`() async throws {
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

    @Test func `Changing one's password needs the old one and ends the other sessions`() async throws {
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

    /// Resets a password while a request that needs the old one is being checked, which takes seconds.
    ///
    /// On a busy machine, the check may have ended before the reset, so that the request succeeds: then there is another one.
    ///
    /// - Parameter request: What the user sends, with the token of a session.
    /// - Returns: The answer.
    private func answer(
        during request: @escaping @Sendable (RouterClient, SessionToken) async throws -> RouterClient.Answer
    ) async throws -> RouterClient.Answer? {
        let answer = Guarded(RouterClient.Answer?.none)
        for _ in 0..<6 where answer.value?.status ?? 200 < 300 {
            let server = try await RouterFixture()
            let cost = try #require(ScryptCost(logarithm: 16, blockSize: 8, parallelism: 16))
            let hash = try PasswordHash(of: Password(typed: "long enough"), cost: cost)
            let (store, token) = (server.parts.store, SessionToken())
            let ada = try await store.addUser(UserName("ada"), role: .user, password: hash, by: server.who)
            let session = Session(
                id: Session.ID(rawValue: "hers"), user: ada.id, client: "a test", created: server.clock.now,
                lastUsed: server.clock.now)
            try await store.addSession(session, of: ada, token: token.hash, by: server.who)
            try await server.test { client async throws in
                async let late = request(client, token)
                #expect(await comesTrue { server.parts.hasher.checkCount == 1 })
                try await store.setPassword(StoreFixture.hash("brand new"), of: ada.name, by: server.who)
                let found = try await late
                answer.withLock { $0 = found }
                #expect(try await store.sessions(of: ada.id, alive: .standard, at: server.clock.now).isEmpty)
                _ = try await client.logIn("ada", password: "brand new")
            }
        }
        return answer.value
    }

    @Test func `A login with the old password fails if the password is reset during the check`() async throws {
        let answer = try await answer { client, _ in
            try await client.ask(.post, "/v1/login", json: #"{"user": "ada", "password": "long enough"}"#)
        }
        #expect(answer?.code == "wrongCredentials")
    }

    @Test func `A password change fails if the password is reset during the check`() async throws {
        let answer = try await answer { client, token in
            try await client.ask(
                .put, "/v1/password", token: token.text, json: #"{"current": "long enough", "new": "even longer"}"#)
        }
        #expect(answer?.status == 401)
    }

    @Test func `Attempts are limited for each name, whether a user has that name or not`() async throws {
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

    @Test func `A user who has logged in too often gets no further session, and adds nothing to the audit log`()
        async throws
    {
        let server = try await RouterFixture(limits: LoginLimits(nameBurst: 3, loginBurst: 2, loginInterval: 60))
        for name in ["ada", "ben"] { try await server.addUser(name) }
        try await server.test { client async throws in
            for _ in 0..<2 { _ = try await client.logIn("ada") }
            let newest = try await server.parts.store.auditEntries(limit: 1, before: nil).first?.id
            let login = #"{"user": "ada", "password": "long enough"}"#
            // None of them counts as a wrong password.
            for _ in 0..<5 {
                let answer = try await client.ask(.post, "/v1/login", json: login)
                #expect(answer.status == 429 && answer.headers[.retryAfter] == "60")
            }
            #expect(try await server.parts.store.auditEntries(limit: 1, before: nil).first?.id == newest)
            _ = try await client.logIn("ben")
            server.clock.now = Timestamp(seconds: server.clock.now.seconds + 60)
            _ = try await client.logIn("ada")
        }
    }

    @Test func `A login that fails although the password is right does not count as one`() async throws {
        let server = try await RouterFixture(limits: LoginLimits(loginBurst: 1, loginInterval: 60))
        try await server.addUser("ada")
        try await server.test { client async throws in
            try await server.parts.store.setMoving(true)
            let login = #"{"user": "ada", "password": "long enough"}"#
            for _ in 0..<3 { #expect(try await client.ask(.post, "/v1/login", json: login).status == 503) }
            try await server.parts.store.setMoving(false)
            _ = try await client.logIn("ada")
            #expect(try await client.ask(.post, "/v1/login", json: login).status == 429)
        }
    }

    @Test func `A password hash cheaper than the current cost is replaced at the next login`() async throws {
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
