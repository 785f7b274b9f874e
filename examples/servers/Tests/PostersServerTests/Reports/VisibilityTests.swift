import Foundation
import HTTPTypes
import Testing

@testable import PostersServer

@Suite("Who sees and does what")
struct VisibilityTests {
    /// What must appear in no answer to somebody who may not see phones, names and comments.
    private static let secrets = ["1234567", "123 45 67", "Ada Lovelace", "behind the kiosk", "ada@example.org"]

    @Test func `Each role sees what it may, and no more`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("Ada Lovelace".replacing(" ", with: "-"), .resident)
        let bob = try await posters.addUser("bob", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        let rita = try await posters.addUser("rita", .reader)
        try await posters.serve { client in
            let number = try await client.number(by: ada, ["comment": "behind the kiosk", "company": "Ромашка"])
            let path = "/v1/reports/\(number)"

            let own = try await client.get(path, by: ada)
            #expect(own["mine"] as? Bool == true && own["comment"] as? String == "behind the kiosk")
            #expect(own["reporter"] == nil)
            let supervised = try await client.get(path, by: eve)
            #expect(supervised["reporter"] as? String == "Ada-Lovelace" && supervised["mine"] as? Bool == false)

            #expect(try await client.get(path, by: bob).status == 404)
            #expect(try await client.get("/v1/reports/999", by: bob).text == client.get(path, by: bob).text)
            #expect(try await client.get(path).status == 401)
            #expect(try await client.get("/v1/reports", by: bob).numbers == [])
            #expect(try await client.get("/v1/changes", by: bob)["changes"] as? [String] == [])
            #expect(try await client.get("/v1/search?q=123", by: bob).numbers == [])

            for query in [path, "/v1/reports", "/v1/changes", "/v1/near?lat=50.45&long=30.52"] {
                let answer = try await client.get(query, by: rita)
                #expect(answer.status == 200 && answer.text.contains("\"number\":\(number)"), "\(answer)")
                for secret in Self.secrets + ["Ромашка"] {
                    #expect(!answer.text.contains(secret), "\(query): \(answer)")
                }
            }
            #expect(try await client.get("/v1/search?q=1234567", by: rita).numbers == [])
            let near = try await client.get("/v1/near?lat=50.45&long=30.52", by: bob)
            #expect(try near.numbers == [number])
            for secret in Self.secrets { #expect(!near.text.contains(secret)) }
        }
    }

    @Test func `A company is public once a supervisor has confirmed the report`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .resident)
        let eve = try await posters.addUser("eve", .supervisor)
        let rita = try await posters.addUser("rita", .reader)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            #expect(try await client.get("/v1/reports/\(number)", by: rita)["company"] == nil)
            #expect(try await client.decide(number, "confirmed", by: eve).status == 200)
            #expect(try await client.get("/v1/reports/\(number)", by: rita)["company"] as? String == "Ромашка")
        }
    }

    @Test(arguments: [Role.resident, .inspector, .reader])
    func `Routes for supervisors are forbidden to others, and need a login`(_ role: Role) async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", role)
        let bob = try await posters.addUser("bob", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: bob)
            let requests: [(HTTPRequest.Method, String, String?)] = [
                (.post, "/v1/reports/\(number)/status", #"{"status": "confirmed"}"#),
                (.delete, "/v1/reports/\(number)", nil), (.get, "/v1/queue", nil), (.get, "/v1/offenders", nil),
                (.get, "/v1/blocked", nil), (.post, "/v1/blocked", #"{"phone": "044 123 45 67"}"#),
                (.delete, "/v1/blocked/+380441234567", nil), (.get, "/v1/export.csv", nil),
                (.get, "/v1/export.geojson", nil),
            ]
            for (method, path, body) in requests {
                let bytes = body.map { Array($0.utf8) }
                let answer = try await client.ask(method, path, by: ada, body: bytes)
                #expect(answer.status == 403 && answer.error?["code"] == "forbidden", "\(path): \(answer)")
                #expect(try await client.ask(method, path, body: bytes).status == 401)
            }
            #expect(try await client.get("/v1/reports/\(number)", by: bob)["status"] as? String == "new")
        }
    }

    @Test func `A reader files nothing`() async throws {
        let posters = try await Posters()
        let rita = try await posters.addUser("rita", .reader)
        let ada = try await posters.addUser("ada", .resident)
        try await posters.serve { client in
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            #expect(try await client.file(by: rita, ["photos": [photo]]).status == 403)
            #expect(try await client.ask(.put, "/media/\(photo)", by: rita, body: SampleJPEG().bytes).status == 403)
        }
    }

    @Test func `A token of another server and a forged token are refused`() async throws {
        let (posters, other) = (try await Posters(), try await Posters())
        let stranger = try await other.addUser("ada", .supervisor)
        // {"alg":"none","typ":"JWT"}.{"sub":"1","role":"supervisor"}.
        let forged = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiIxIiwicm9sZSI6InN1cGVydmlzb3IifQ."
        try await posters.serve { client in
            for token in [stranger.token, forged, "", String(repeating: "A", count: 43)] {
                let user = Posters.LoggedIn(user: stranger.user, token: token)
                #expect(try await client.get("/v1/account", by: user).status == 401)
                let answer = try await client.decide(1, "confirmed", by: user)
                #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] == "Bearer", "\(answer)")
            }
        }
    }

    @Test func `A user who is disabled is logged out, and a new role counts at once`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            #expect(try await client.get("/v1/queue", by: ada).status == 403)
            _ = try await posters.store.setRole(.supervisor, of: ada.user.name, by: posters.who)
            #expect(try await client.get("/v1/queue", by: ada).status == 200)
            _ = try await posters.addUser("eve", .supervisor)
            _ = try await posters.store.setDisabled(true, ada.user.name, by: posters.who)
            #expect(try await client.get("/v1/queue", by: ada).status == 401)
        }
    }
}
