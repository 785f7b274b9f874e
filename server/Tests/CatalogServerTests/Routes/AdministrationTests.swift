import Accounts
import AppCatalog
import Foundation
import HTTPTypes
import ServerTestSupport
import Serving
import Testing

@testable import CatalogServer

struct AdministrationTests {
    @Test(arguments: [
        (HTTPRequest.Method.get, "users"), (.post, "users"), (.patch, "users/ada"), (.delete, "users/ada"),
        (.post, "users/ada/password"), (.get, "users/ada/sessions"), (.delete, "users/ada/sessions/x"), (.get, "teams"),
        (.post, "teams"),
        (.put, "teams/a/members/ada"), (.get, "grants"), (.post, "grants"), (.delete, "grants/1"), (.get, "packages"),
        (.get, "audit"),
    ])
    func `Only administrators may use the administration routes`(_ method: HTTPRequest.Method, _ path: String)
        async throws
    {
        let server = try await RouterFixture()
        try await server.addUser("ada", role: .publisher)
        try await server.test { client async throws in
            let token = try await client.logIn("ada")
            #expect(try await client.ask(method, "/v1/admin/\(path)", token: token, json: "{}").status == 403)
            #expect(try await client.ask(method, "/v1/admin/\(path)", json: "{}").status == 401)
        }
    }

    @Test func `A user added by an administrator can log in with the generated password`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.test { client async throws in
            let token = try await client.logIn("root")
            let made = try await client.ask(.post, "/v1/admin/users", token: token, json: #"{"name": "ada"}"#)
            #expect(made.status == 201)
            let password = try #require(try made.decoded(PasswordAnswer.self).password)
            let ada = try await client.logIn("ada", password: password)
            #expect(
                try await client.ask(.post, "/v1/admin/users", token: token, json: #"{"name": "ada"}"#).status == 409)
            for name in ["A B", "retention", "catalog-server"] {
                let refused = try await client.ask(
                    .post, "/v1/admin/users", token: token, json: #"{"name": "\#(name)"}"#)
                #expect(refused.status == 422, "\(name)")
            }

            let changed = try await client.ask(
                .patch, "/v1/admin/users/ada", token: token, json: #"{"role": "publisher", "disabled": true}"#)
            #expect(try changed.decoded(UserDescription.self).disabled)
            #expect(try await client.ask(.get, "/v1/sessions", token: ada).status == 401)
            let list = try await client.ask(.get, "/v1/admin/users", token: token).decoded(UserList.self)
            #expect(
                list.users.map(\.name) == ["ada", "root"] && list.users.map(\.role) == [.publisher, .administrator])

            #expect(try await client.ask(.delete, "/v1/admin/users/ada", token: token).status == 204)
            #expect(try await client.ask(.delete, "/v1/admin/users/ada", token: token).status == 404)
            #expect(try await client.ask(.delete, "/v1/admin/users/root", token: token).status == 409)
        }
    }

    @Test func `An administrator who is disabled while a password is hashed adds nobody and sets no password`()
        async throws
    {
        let server = try await RouterFixture()
        let (service, store, who) = (server.parts.administration, server.parts.store, server.who)
        let ada = try await server.addUser("ada")
        let password = try await store.credentials(of: ada.name)?.password
        await expect(.notLoggedIn) {
            _ = try await service.add(
                NewUser(name: "eve", role: .administrator), by: who, confirming: { throw ServiceError.sessionEnded })
        }
        #expect(try await store.user(named: UserName("eve")) == nil)
        await expect(.notLoggedIn) {
            _ = try await service.setPassword(
                of: "ada", NewPassword(password: "brand new"), by: who, confirming: { throw ServiceError.sessionEnded })
        }
        #expect(try await store.credentials(of: ada.name)?.password == password)
    }

    @Test func `An administrator who sets a user's password ends that user's sessions`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.addUser("ada")
        try await server.test { client async throws in
            let (root, ada) = (try await client.logIn("root"), try await client.logIn("ada"))
            let sessions = try await client.ask(.get, "/v1/admin/users/ada/sessions", token: root)
            #expect(try sessions.decoded(SessionList.self).sessions.map(\.client) == ["a test"])
            let answer = try await client.ask(
                .post, "/v1/admin/users/ada/password", token: root, json: #"{"password": "brand new"}"#)
            #expect(try answer.decoded(PasswordAnswer.self).password == nil)
            #expect(try await client.ask(.get, "/v1/sessions", token: ada).status == 401)
            let (again, other) = (
                try await client.logIn("ada", password: "brand new"),
                try await client.logIn("ada", password: "brand new")
            )
            let list = try await client.ask(.get, "/v1/sessions", token: other).decoded(SessionList.self).sessions
            let path = "/v1/admin/users/ada/sessions/\(try #require(list.first { $0.current }).id)"
            #expect(try await client.ask(.delete, path, token: root).status == 204)
            #expect(try await client.ask(.delete, path, token: root).status == 404)
            #expect(try await client.ask(.get, "/v1/sessions", token: other).status == 401)
            #expect(try await client.ask(.get, "/v1/sessions", token: again).status == 200)
            #expect(try await client.ask(.delete, "/v1/admin/users/ada/sessions", token: root).status == 204)
            #expect(try await client.ask(.get, "/v1/sessions", token: again).status == 401)
        }
    }

    @Test func `Names in paths may be percent-encoded, and an encoded slash does not lead to another route`()
        async throws
    {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.addUser("amy@example.com")
        try await server.test { client async throws in
            let token = try await client.logIn("root")
            func status(_ method: HTTPRequest.Method, _ path: String) async throws -> Int {
                try await client.ask(method, "/v1/admin/\(path)", token: token).status
            }
            let user = try await client.ask(.get, "/v1/admin/users/amy%40example.com", token: token)
            #expect(user.status == 200, "\(user.text)")
            #expect(try user.decoded(UserDescription.self).name == "amy@example.com")
            _ = try await client.ask(.post, "/v1/admin/teams", token: token, json: #"{"name": "a+b"}"#)
            #expect(try await status(.put, "teams/a%2Bb/members/amy%40example%2ecom") == 204)
            let teams = try await client.ask(.get, "/v1/admin/teams", token: token).decoded(TeamList.self)
            #expect(teams.teams.map(\.members) == [["amy@example.com"]])
            for absent in ["users/amy@example.com%2Fsessions", "users/amy%00", "users/amy%40example.com/sessions/%00"] {
                #expect(try await status(.delete, absent) == 404, "\(absent)")
            }
            for broken in ["%", "%4", "%zz", "%ff"] {
                let answer = try await client.ask(.get, "/v1/admin/users/\(broken)", token: token)
                #expect(answer.status == 400 && answer.code == "malformed", "\(broken): \(answer.text)")
            }
            #expect(try await status(.delete, "users/amy%40example.com") == 204)
        }
    }

    @Test func `An administrator can add and remove teams, members and grants`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.test { client async throws in
            let token = try await client.logIn("root")
            #expect(
                try await client.ask(.post, "/v1/admin/teams", token: token, json: #"{"name": "sales"}"#).status == 201)
            #expect(try await client.ask(.put, "/v1/admin/teams/sales/members/root", token: token).status == 204)
            #expect(try await client.ask(.put, "/v1/admin/teams/sales/members/nobody", token: token).status == 404)
            let teams = try await client.ask(.get, "/v1/admin/teams", token: token).decoded(TeamList.self)
            #expect(teams.teams.map(\.members) == [["root"]])

            let made = try await client.ask(
                .post, "/v1/admin/grants", token: token,
                json: #"{"subject": "team:sales", "package": "com.example.rooms", "channel": "beta"}"#)
            let grant = try made.decoded(GrantDescription.self)
            #expect(made.status == 201 && grant.subject == "team:sales" && grant.channel == .beta)
            #expect(made.text.contains(#""version":1"#), "\(made.text)")
            for body in [
                #"{"subject": "sales", "package": "com.example.rooms"}"#,
                #"{"subject": "everyone", "package": "rooms"}"#,
                #"{"subject": "everyone", "package": "*", "channel": "gamma"}"#, #"{"subject": "everyone"}"#,
            ] {
                #expect(
                    [400, 422].contains(
                        try await client.ask(.post, "/v1/admin/grants", token: token, json: body).status))
            }
            #expect(
                try await client.ask(.get, "/v1/admin/grants", token: token).decoded(GrantList.self).grants == [grant])
            #expect(try await client.ask(.delete, "/v1/admin/grants/+\(grant.id)", token: token).status == 404)
            #expect(try await client.ask(.delete, "/v1/admin/grants/\(grant.id)", token: token).status == 204)
            #expect(try await client.ask(.delete, "/v1/admin/grants/\(grant.id)", token: token).status == 404)
            #expect(try await client.ask(.delete, "/v1/admin/grants/x", token: token).status == 404)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.patch, "users/ada", #"{"isDisabled": true}"#, "isDisabled"),
        (.patch, "users/ada", #"{"role": "publisher", "Disabled": null}"#, "Disabled"),
        (.post, "users", #"{"name": "ben", "roll": "publisher"}"#, "roll"),
        (.post, "users", #"{"nam": "ben"}"#, "nam"),
        (.post, "users/ada/password", #"{"pasword": "brand new"}"#, "pasword"),
        (.post, "teams", #"{"name": "sales", "members": ["ada"]}"#, "members"),
        (.post, "grants", #"{"subject": "everyone", "package": "*", "chanel": "beta"}"#, "chanel"),
        (.patch, "packages/com.example.rooms/releases/DIGEST", #"{"withdrawn": "x", "restore": true}"#, "restore"),
    ])
    func `A misspelled member of a request is refused by name, and nothing changes`(
        _ method: HTTPRequest.Method, _ path: String, _ json: String, _ member: String
    ) async throws {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.addUser("ada")
        let contents = try StoreFixture.contents()
        _ = try await server.parts.store.publish(contents, terms: StoreFixture.terms, by: server.who)
        try await server.test { client async throws in
            let (root, ada) = (try await client.logIn("root"), try await client.logIn("ada"))
            let before = try await client.ask(.get, "/v1/admin/audit", token: root).body
            let path = "/v1/admin/\(path.replacing("DIGEST", with: "\(contents.digest)"))"
            let answer = try await client.ask(method, path, token: root, json: json)
            #expect(answer.status == 400 && answer.code == "malformed", "\(answer.text)")
            #expect(answer.text.contains("“\(member)” is not one of "), "\(answer.text)")
            #expect(try await client.ask(.get, "/v1/admin/audit", token: root).body == before)
            #expect(try await client.ask(.get, "/v1/sessions", token: ada).status == 200)
        }
    }

    @Test func `An administrator can change, withdraw, restore and remove a release`() async throws {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        let contents = try StoreFixture.contents()
        _ = try await server.parts.store.publish(contents, terms: StoreFixture.terms, by: server.who)
        let path = "/v1/admin/packages/com.example.rooms/releases/\(contents.digest)"
        try await server.test { client async throws in
            let token = try await client.logIn("root")
            func change(_ json: String) async throws -> ReleaseDescription {
                try await client.ask(.patch, path, token: token, json: json).decoded(ReleaseDescription.self)
            }
            #expect(try await change(#"{"channel": "beta", "rollout": 30}"#).rollout == 30)
            #expect(try await change(#"{"withdrawn": "Loses data."}"#).withdrawn == "Loses data.")
            for refused in [
                #"{"rollout": 101}"#, #"{"withdrawn": ""}"#, #"{"withdrawn": "why", "restored": true}"#,
                #"{"notes": "be\u0000fore"}"#, #"{"withdrawn": "\u0000"}"#,
            ] {
                let answer = try await client.ask(.patch, path, token: token, json: refused)
                #expect(answer.status == 422 && answer.code == "invalid", "\(refused)")
            }
            let restored = try await change(#"{"restored": true, "notes": "New.\r\nAnd more."}"#)
            #expect(restored.withdrawn == nil && restored.release.channel == .beta)
            #expect(restored.release.notes == "New.\nAnd more.")
            let package = try await client.ask(.get, "/v1/admin/packages/com.example.rooms", token: token)
            #expect(try package.decoded(PackageDescription.self).releases == [restored])
            for (query, range) in [
                ("limit=x", "1 to 500"), ("limit=0", "1 to 500"), ("limit=-5", "1 to 500"), ("limit=501", "1 to 500"),
                ("before=0", "1 to 9223372036854775807"),
            ] {
                let refused = try await client.ask(.get, "/v1/admin/audit?\(query)", token: token)
                #expect(refused.status == 400 && refused.text.contains("use \(range)."), "\(refused.text)")
            }
            let actions = try await client.ask(.get, "/v1/admin/audit?limit=3", token: token).decoded(AuditPage.self)
            #expect(actions.entries.map(\.action) == ["restore", "withdraw", "changeRelease"])
            #expect(actions.entries.allSatisfy { $0.actor == "root" } && actions.next == actions.entries.last?.id)
            #expect(try await client.ask(.delete, path, token: token).status == 204)
            #expect(try await client.ask(.delete, path, token: token).status == 404)
            #expect(try await client.ask(.get, "/v1/admin/packages/com.example.rooms", token: token).status == 404)
        }
    }

    @Test func `A withdrawal survives another change made at the same moment`() async throws {
        let server = try await RouterFixture()
        let (service, store) = (server.parts.administration, server.parts.store)
        let before = try await store.publish(StoreFixture.contents(), terms: StoreFixture.terms, by: server.who).release
        _ = try await service.change(before, ReleaseChange(withdrawn: "Loses data."), by: server.who)
        let after = try await service.change(before, ReleaseChange(rollout: 5), by: server.who)
        #expect(after.withdrawn == "Loses data." && after.rollout == 5)
    }

    @Test(arguments: [#"{"disabled": true, "disabled": false}"#, #"{"disabled": true, "dis\u0061bled": true}"#])
    func `A member that occurs twice in a request is refused by name, and nothing is changed`(_ body: String)
        async throws
    {
        let server = try await RouterFixture()
        try await server.addUser("root", role: .administrator)
        try await server.addUser("ada")
        try await server.test { client async throws in
            let token = try await client.logIn("root")
            let refused = try await client.ask(.patch, "/v1/admin/users/ada", token: token, json: body)
            #expect(refused.status == 400 && refused.code == "malformed", "\(refused.text)")
            #expect(refused.text.contains("“disabled” occurs twice"), "\(refused.text)")
            let ada = try await client.ask(.get, "/v1/admin/users/ada", token: token).decoded(UserDescription.self)
            #expect(!ada.disabled)
        }
    }
}
