import Accounts
import Foundation
import GRDB
import HTTPTypes
import Serving
import Testing

@testable import PostersServer

@Suite("Accounts")
struct AccountTests {
    private static var ada: [String: Any] {
        ["name": "Ada Lovelace", "mail": "Ada@Example.org", "phone": "067 765 43 21", "password": "long enough"]
    }

    private static func user(_ answer: PostersClient.Answer, _ posters: Posters) async throws -> Posters.LoggedIn {
        let token = try #require(answer["token"] as? String, "\(answer)")
        let mail = try #require(MailAddress("ada@example.org"))
        let user = try #require(try await posters.store.user(.mail(mail)))
        return Posters.LoggedIn(user: user, token: token)
    }

    @Test func `Somebody registers, and logs in by mail or by phone`() async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let answer = try await client.ask(.post, "/v1/register", json: Self.ada)
            #expect(answer.status == 201, "\(answer)")
            let account = try #require(answer["account"] as? [String: Any])
            #expect(account["role"] as? String == "resident" && account["phone"] as? String == "+380677654321")
            #expect(account["mail"] as? String == "ada@example.org" && account["name"] as? String == "Ada Lovelace")
            for login in [["mail": "ADA@example.org"], ["phone": "+380 67 765-43-21"]] {
                let body = login.merging(["password": "long enough"]) { $1 }
                #expect(try await client.ask(.post, "/v1/login", json: body).status == 200)
                let wrong = try await client.ask(
                    .post, "/v1/login", json: login.merging(["password": "not enough"]) { $1 })
                #expect(wrong.status == 401 && wrong.error?["code"] == "wrongCredentials")
            }
            for taken in [["mail": "ada@example.org"], ["phone": "067 765 43 21"]] {
                let body = taken.merging(["name": "Eve", "password": "long enough"]) { $1 }
                #expect(try await client.ask(.post, "/v1/register", json: body).status == 409)
            }
        }
    }

    @Test(arguments: [
        ["name": "A", "password": "long enough"], ["name": "A", "mail": "a@b.c", "password": "short"],
        ["name": "", "mail": "a@b.c", "password": "long enough"],
        ["name": "A", "mail": "a b@c.d", "password": "long enough"],
        ["name": "A", "mail": "a@b", "password": "long enough"],
        ["name": "A", "phone": "12", "password": "long enough"],
        ["name": "A\n", "mail": "a@b.c", "password": "long enough"],
    ])
    func `A registration with something wrong is refused`(_ registration: [String: String]) async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let answer = try await client.ask(.post, "/v1/register", json: registration)
            #expect(answer.status == 422, "\(answer)")
        }
    }

    @Test func `A server with closed registration says so and takes nobody`() async throws {
        let posters = try await Posters(registration: .closed)
        try await posters.serve { client in
            let info = try await client.get("/v1/info")
            #expect(info["registration"] as? String == "closed")
            let answer = try await client.ask(.post, "/v1/register", json: Self.ada)
            #expect(answer.status == 403, "\(answer)")
        }
    }

    @Test func `Everybody may ask for the law, the contact and the limits`() async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let info = try await client.get("/v1/info")
            #expect(info["law"] as? String == "Правила благоустрою, п. 13.3")
            #expect(info["contact"] as? String == "reklama@example.org")
            #expect((info["limits"] as? [String: Int])?["photos"] == 10)
            let lists = try await client.get("/v1/lists")
            let tag = try #require(lists.headers[.eTag])
            #expect(try await client.ask(.get, "/v1/lists", headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test func `Logging out everywhere ends all sessions`() async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let first = try await Self.user(try await client.ask(.post, "/v1/register", json: Self.ada), posters)
            let login = ["mail": "ada@example.org", "password": "long enough", "client": "another device"]
            let second = try await Self.user(try await client.ask(.post, "/v1/login", json: login), posters)
            let sessions = try await client.get("/v1/sessions", by: second)["sessions"] as? [[String: Any]]
            #expect(sessions?.count == 2)
            #expect(sessions?.first { $0["current"] as? Bool == true }?["client"] as? String == "another device")
            #expect(try await client.ask(.delete, "/v1/sessions", by: second).status == 204)
            for user in [first, second] { #expect(try await client.get("/v1/account", by: user).status == 401) }
        }
    }

    @Test func `After an account is deleted, its reports stay without a name, and nothing personal stays`() async throws
    {
        let posters = try await Posters()
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let ada = try await Self.user(try await client.ask(.post, "/v1/register", json: Self.ada), posters)
            let number = try await client.number(by: ada)
            let version = try await posters.store.version()
            let wrong = try await client.ask(.post, "/v1/account/deletion", by: ada, json: ["password": "wrong"])
            #expect(wrong.status == 401)
            let deleted = try await client.ask(
                .post, "/v1/account/deletion", by: ada, json: ["password": "long enough"])
            #expect(deleted.status == 204, "\(deleted)")
            #expect(try await client.get("/v1/account", by: ada).status == 401)
            let report = try await client.get("/v1/reports/\(number)", by: eve)
            #expect(report.status == 200 && report["reporter"] == nil && report["comment"] == nil)
            // A supervisor's copy of the report learns of it.
            let changes = try await client.get("/v1/changes?after=\(version)", by: eve)["changes"] as? [[String: Any]]
            #expect(changes?.map { $0["number"] as? Int } == [number])
            let rows = try await posters.store.read { database in
                try String.fetchAll(
                    database,
                    sql: """
                        SELECT name || ifnull(mail, '') || ifnull(phone, '') FROM user
                        UNION ALL SELECT actor || ifnull(address, '') || subject FROM audit
                        UNION ALL SELECT CAST(body AS TEXT) FROM answer
                        """)
            }
            for row in rows {
                #expect(!row.contains("Ada Lovelace") && !row.contains("ada@") && !row.contains("67765"))
            }
            #expect(try await client.ask(.post, "/v1/register", json: Self.ada).status == 201)
        }
    }

    @Test func `Deleting an account removes the address of its registration, and of no other`() async throws {
        let posters = try await Posters()
        let address = "192.0.2.7"
        var users: [User] = []
        for index in 1...12 {
            let new = try NewUser(name: "A", mail: "a\(index)@example.org", phone: nil, role: .resident)
            let password = try PasswordHash(of: Password(typed: "long enough"), cost: Posters.cost)
            let who = Attribution(actor: User.registrant, address: address, moment: posters.clock.now)
            users.append(try await posters.store.addUser(new, password: password, .register, by: who))
        }
        let first = try #require(users.first)
        #expect(first.actor == "account 1")
        let password = try #require(try await posters.store.credentials(of: first.name)?.password)
        let who = Attribution(actor: first.actor, address: address, moment: posters.clock.now)
        try await posters.store.deleteUser(first, provenBy: password, by: who)
        let subjects = try await posters.store.read { database in
            try String.fetchAll(database, sql: "SELECT subject FROM audit WHERE address IS NOT NULL ORDER BY id")
        }
        #expect(subjects == (2...12).map { "account \($0), resident" })
    }

    @Test func `The last supervisor can't go`() async throws {
        let posters = try await Posters()
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let answer = try await client.ask(
                .post, "/v1/account/deletion", by: eve, json: ["password": "long enough"])
            #expect(answer.status == 409, "\(answer)")
            await #expect(throws: (any Error).self) {
                try await posters.store.setRole(.inspector, of: eve.user.name, by: posters.who)
            }
            #expect(try await client.get("/v1/queue", by: eve).status == 200)
        }
    }

    @Test func `Guessing a password is limited`() async throws {
        let posters = try await Posters()
        _ = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            var statuses: [Int] = []
            for _ in 0..<12 {
                let answer = try await client.ask(
                    .post, "/v1/login", json: ["mail": "ada@example.org", "password": "wrong one"])
                statuses.append(answer.status)
            }
            #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
        }
    }
}
