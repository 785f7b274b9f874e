import AppGroup
import Foundation
import GRDB
import Serving
import TestSupport
import Testing

@testable import PostersServer

@Suite("Filing reports")
struct FilingTests {
    @Test(arguments: ["+380 44 123-45-67", "044 1234567", "8(044)123-45-67", "00380441234567", "+38 (044) 123 45 67"])
    func `Every way to write a number is stored as one number, beside what was written`(_ written: String) async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let answer = try await client.file(by: ada, ["phones": [written]])
            #expect(answer.status == 201, "\(answer)")
            let report = try #require(answer["report"] as? [String: Any])
            let phone = try #require((report["phones"] as? [[String: Any]])?.first)
            #expect(phone["number"] as? String == "+380441234567" && phone["written"] as? String == written)
        }
    }

    @Test(arguments: [
        ("044 l23 45 67", "l"), ("123", "123"), ("1234567890123456", "1234567890123456"), ("", "digits"),
    ])
    func `Text that is not a phone number is refused, with what was read`(_ written: String, _ quoted: String)
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let answer = try await client.file(by: ada, ["phones": [written]])
            #expect(answer.status == 422, "\(answer)")
            #expect(answer.error?["message"]?.contains(quoted) == true, "\(answer)")
        }
    }

    @Test func `An extension is kept apart from the number`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let answer = try await client.file(by: ada, ["phones": ["044 123 45 67 дод. 12"]])
            let report = try #require(answer["report"] as? [String: Any], "\(answer)")
            let phone = try #require((report["phones"] as? [[String: Any]])?.first)
            #expect(phone["number"] as? String == "+380441234567" && phone["extension"] as? String == "12")
        }
    }

    @Test func `A report beyond a limit is refused, and the sentence names the limit`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            let phones = (0..<6).map { "044 123 45 6\($0)" }
            let names = (UInt8(0)..<11).map { "\(BlobDigest(sha256Of: [$0]))" }
            let cases: [([String: Any], limit: String)] = [
                (["photos": [photo], "phones": [String]()], "1 to 5"),
                (["photos": [photo], "phones": phones], "1 to 5"),
                (["photos": [String]()], "1 to 10"), (["photos": names], "1 to 10"),
                (["photos": [photo], "comment": String(repeating: "ї", count: 4001)], "4000"),
                (["photos": [photo], "company": String(repeating: "x", count: 201)], "200"),
                (["photos": [photo], "place": ["lat": 91, "long": 0]], "-90 to 90"),
                (["photos": [photo], "company": "a\u{1}b"], "line"),
            ]
            for (members, limit) in cases {
                let answer = try await client.file(by: ada, members)
                #expect(answer.status == 422, "\(answer)")
                #expect(answer.error?["message"]?.contains(limit) == true, "\(answer)")
            }
            #expect(try await client.get("/v1/reports", by: ada).numbers.isEmpty)
            let longest = try await client.file(
                by: ada, ["photos": [photo], "comment": String(repeating: "ї", count: 4000)])
            #expect(longest.status == 201)
        }
    }

    @Test func `A report chooses from the lists`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let answer = try await client.file(by: ada, ["type": "pole"])
            let report = try #require(answer["report"] as? [String: Any], "\(answer)")
            #expect((report["city"] as? [String: String])?["name"] == "Київ")
            #expect((report["district"] as? [String: String])?["name"] == "Поділ, центр")
            #expect((report["type"] as? [String: String])?["name"] == "Стовп")
            #expect(report["holder"] as? String == "Київміськсвітло")
            for wrong in [["district": "nowhere"], ["type": "nothing"], ["city": "lviv"]] {
                let answer = try await client.file(by: ada, wrong)
                #expect(answer.status == 422, "\(answer)")
            }
        }
    }

    @Test func `A report keeps its type and holder when the lists change`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada, ["type": "pole"])
            try await posters.store.replaceLists(try ListsFile.parse("type,wall,Стіна,,Власник"), by: posters.who)
            let report = try await client.get("/v1/reports/\(number)", by: ada)
            #expect(report["holder"] as? String == "Київміськсвітло")
            #expect((report["type"] as? [String: String])?["code"] == "pole")
            #expect(try await client.file(by: ada, ["type": "pole", "district": NSNull()]).status == 422)
            let types = try #require(try await client.get("/v1/lists")["types"] as? [[String: Any]])
            #expect(types.compactMap { $0["code"] as? String } == ["other", "wall"])
        }
    }

    @Test func `The same request with the same key gets the same answer, another one is refused`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        try await posters.serve { client in
            let key = UUID().uuidString
            let first = try await client.file(by: ada, key: key)
            posters.clock.now = posters.clock.now.adding(days: 1)
            let second = try await client.file(by: ada, key: key.lowercased())
            #expect(first.status == 201 && second.status == 201)
            #expect(first.body == second.body)
            let other = try await client.file(by: ada, key: key, ["comment": "another"])
            #expect(other.status == 422 && other.error?["code"] == "keyReused", "\(other)")
            #expect(try await client.file(by: bob, key: key).status == 201)
            #expect(try await client.file(by: ada, key: "17").status == 400)
            #expect(try await client.get("/v1/reports", by: ada).numbers.count == 1)
            // After a month, the report is answered as it is then.
            posters.clock.now = posters.clock.now.adding(days: 31)
            try await posters.store.forgetAnswers(at: posters.clock.now)
            let late = try await client.file(by: posters.logIn(ada), key: key)
            #expect(late.status == 201)
            #expect(try late.number == first.number)
        }
    }

    @Test func `A report that was deleted is not filed again by the same request, and nothing of it stays`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let key = UUID().uuidString
            let path = "/v1/reports/\(try await client.file(by: ada, key: key).number)"
            #expect(try await client.ask(.post, "\(path)/cancel", by: ada).status == 200)
            #expect(try await client.ask(.delete, path, by: eve).status == 204)
            let again = try await client.file(by: ada, key: key)
            #expect(again.status == 410 && again.error?["code"] == "reportDeleted", "\(again)")
            #expect(try await client.get("/v1/reports", by: ada).numbers.isEmpty)
            let kept = try await posters.store.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM answer WHERE body IS NULL AND report IS NULL")
            }
            #expect(kept == 1)
        }
    }

    @Test func `A database of the version before keeps its answers, and then the keys of deleted reports`() async throws
    {
        let folder = try TemporaryFolder()
        let old = try DatabaseQueue(path: "\(folder.path)/\(PostersStore.fileName)")
        try Schema.migrator.migrate(old, upTo: "4")
        try await old.write {
            try $0.execute(
                sql: """
                    INSERT INTO user (name, mail, role, password, created) VALUES ('ada', 'a', 'inspector', '', 0);
                    INSERT INTO report (version, change, status, filed, updated, latitude, longitude, type)
                        VALUES (1, 'filed', 'new', 0, 0, 0, 0, 'other');
                    INSERT INTO answer (user, key, request, report, body, moment) VALUES (1, 'k', x'00', 1, x'01', 0);
                    """)
        }
        try old.close()
        let store = try PostersStore(folder: folder.path)
        let answers = "SELECT key || ifnull(report, '') FROM answer"
        #expect(try await store.read { try String.fetchAll($0, sql: answers) } == ["k1"])
        try await store.write { try $0.execute(sql: "DELETE FROM report") }
        #expect(try await store.read { try String.fetchAll($0, sql: answers) } == ["k"])
        try store.close()
    }

    @Test func `The place and the time come from the photo if the report does not name them`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let answer = try await client.file(by: ada, ["place": NSNull()])
            let report = try #require(answer["report"] as? [String: Any], "\(answer)")
            let place = try #require(report["place"] as? [String: Double])
            #expect(abs((place["lat"] ?? 0) - 50.45) < 1e-6 && abs((place["long"] ?? 0) - 30.5233333) < 1e-6)
            #expect(report["taken"] as? String == "2026-05-06T07:08:09+02:00")

            let bare = try await client.upload(SampleJPEG(place: nil).bytes, by: ada)
            let placeless = try await client.file(by: ada, ["photos": [bare], "place": NSNull()])
            #expect(placeless.status == 422 && placeless.error?["message"]?.contains("no place") == true)
        }
    }

    @Test func `A number that was reported nearby is accepted with a warning and a link`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            func file(
                _ lat: Double, _ long: Double, by user: Posters.LoggedIn = ada
            ) async throws -> PostersClient.Answer {
                try await client.file(
                    by: user, ["place": ["lat": lat, "long": long], "phones": ["067 765 43 21", "044 123 45 67"]])
            }
            let first = try await file(50.45, 30.52).number
            _ = try await client.file(by: ada, ["phones": ["050 111 22 33"]])
            // 200 m and 300 m north.
            let near = try await file(50.4518, 30.52)
            #expect(near.status == 201)
            #expect((near["warnings"] as? [String])?.first?.contains("report \(first).") == true, "\(near)")
            let report = try #require(near["report"] as? [String: Any])
            #expect((report["links"] as? [[String: Int]]) == [["number": first, "distance": 200]])
            #expect(try await file(50.4527, 30.5)["warnings"] as? [String] == [])
            posters.clock.now = posters.clock.now.adding(days: 91)
            #expect(try await file(50.45, 30.52, by: posters.logIn(ada))["warnings"] as? [String] == [])
        }
    }

    @Test func `Numbers nearby are found across the date line`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let first = try await client.number(by: ada, ["place": ["lat": 0, "long": 179.9995]])
            let other = try await client.file(by: ada, ["place": ["lat": 0, "long": -179.9995]])
            let report = try #require(other["report"] as? [String: Any], "\(other)")
            #expect((report["links"] as? [[String: Int]])?.first?["number"] == first)
        }
    }

    @Test func `An account that files reports without end is told to wait, and others are not`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            // A refused report counts, too.
            for _ in 1..<ReportLimits.filings {
                let answer = try await client.file(by: ada, ["photos": [photo], "phones": [String]()])
                try #require(answer.status == 422, "\(answer)")
            }
            func edit() async throws -> PostersClient.Answer {
                try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: ["comment": "more"])
            }
            for refused in [try await client.file(by: ada, ["photos": [photo]]), try await edit()] {
                #expect(refused.status == 429 && refused.headers[.retryAfter] == "20", "\(refused)")
            }
            #expect(try await client.file(by: bob).status == 201)
            posters.clock.now = Timestamp(milliseconds: posters.clock.now.milliseconds + 20_000)
            #expect(try await edit().status == 200)
            #expect(try await edit().status == 429)
        }
    }
}
