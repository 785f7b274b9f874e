import Foundation
import Testing

@testable import PostersServer

@Suite("Changing reports")
struct ChangingTests {
    @Test func `An edit changes a new report and what is searched and found near`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let edit: [String: Any] = [
                "phones": ["067 765 43 21"], "company": "Ромашка-2", "type": "pole", "district": "sykhiv",
                "place": ["lat": 10, "long": 20],
            ]
            let answer = try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: edit)
            #expect(answer.status == 200 && answer["applied"] as? Bool == true, "\(answer)")
            let report = try await client.get("/v1/reports/\(number)", by: ada)
            #expect(report["company"] as? String == "Ромашка-2" && report["holder"] as? String == "Київміськсвітло")
            #expect((report["city"] as? [String: String])?["code"] == "lviv")
            #expect(try await client.get("/v1/search?q=7654", by: ada).numbers == [number])
            #expect(try await client.get("/v1/search?q=1234", by: ada).numbers == [])
            #expect(try await client.get("/v1/near?lat=10&long=20", by: ada).numbers == [number])
            #expect(try await client.get("/v1/near?lat=50.45&long=30.52", by: ada).numbers == [])
            // What is not named stays.
            let small = try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: ["comment": "here"])
            let kept = try #require(small["report"] as? [String: Any])
            #expect((kept["type"] as? [String: String])?["code"] == "pole" && kept["company"] as? String == "Ромашка-2")
            #expect((kept["district"] as? [String: String])?["code"] == "sykhiv")
            #expect((kept["phones"] as? [[String: Any]])?.first?["number"] as? String == "+380677654321")
        }
    }

    @Test func `An edit is refused if another one has set the same since the version that it names`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let path = "/v1/reports/\(number)"
            func version() async throws -> Int {
                try #require(try await client.get(path, by: ada)["version"] as? Int)
            }
            func edit(_ members: [String: Any], version: Int? = nil, key: String? = nil) async throws
                -> PostersClient.Answer
            {
                var members = members
                if let version { members["version"] = version }
                return try await client.ask(.patch, path, by: ada, key: key, json: members)
            }
            let seen = try await version()
            #expect(try await edit(["company": "Tablet", "city": "kyiv"], version: seen).status == 200)
            let (newer, key) = (try await version(), UUID().uuidString)
            let refused = try await edit(["company": "Phone", "comment": "here"], version: seen, key: key)
            #expect(refused.status == 409 && refused.error?["code"] == "editedSince", "\(refused)")
            #expect(refused.error?["message"]?.contains("(company)") == true, "\(refused)")
            // A district goes with its city.
            #expect(try await edit(["district": "podil"], version: seen).error?["code"] == "editedSince")
            #expect(try await version() == newer)
            // Other members, a newer version, and none, as in earlier releases.
            #expect(try await edit(["comment": "here", "phones": ["044 765 43 21"]], version: seen).status == 200)
            #expect(try await edit(["company": "Phone"], version: newer, key: key).status == 200)
            #expect(try await edit(["company": "Old program"]).status == 200)
            #expect(try await client.get(path, by: ada)["company"] as? String == "Old program")
            // A supervisor's decision wins, whatever version the edit names.
            #expect(try await client.decide(number, "confirmed", by: eve).status == 200)
            let late = try await edit(["company": "Late"], version: seen)
            #expect(late.status == 200 && late["applied"] as? Bool == false, "\(late)")
            let empty = try await edit([:], version: seen)
            #expect(empty.status == 422 && empty.error?["code"] == "invalid", "\(empty)")
        }
    }

    @Test func `A repeated edit gets its answer whichever version it names, even if the first one named none`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let path = "/v1/reports/\(number)"
            func version() async throws -> Int {
                try #require(try await client.get(path, by: ada)["version"] as? Int)
            }
            func edit(_ company: String, version: Int? = nil, key: String? = nil) async throws -> PostersClient.Answer {
                var members: [String: Any] = ["company": company]
                if let version { members["version"] = version }
                return try await client.ask(.patch, path, by: ada, key: key, json: members)
            }
            for namesVersion in [false, true] {
                let (seen, key) = (try await version(), UUID().uuidString)
                let first = try await edit("Phone", version: namesVersion ? seen : nil, key: key)
                #expect(first.status == 200, "\(first)")
                #expect(try await edit("Tablet").status == 200)
                for named in [nil, seen, seen + 1] {
                    let again = try await edit("Phone", version: named, key: key)
                    #expect(again.status == 200 && again.body == first.body, "\(again)")
                }
                #expect(try await edit("Other", version: seen, key: key).error?["code"] == "keyReused")
            }
            #expect(try await client.get(path, by: ada)["company"] as? String == "Tablet")
        }
    }

    @Test func `A report keeps its district if an edit names its city again, and loses it with another city`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            for (city, district) in [("kyiv", "podil"), ("lviv", nil)] {
                let answer = try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: ["city": city])
                let report = try #require(answer["report"] as? [String: Any])
                #expect((report["city"] as? [String: String])?["code"] == city)
                #expect((report["district"] as? [String: String])?["code"] == district)
            }
        }
    }

    @Test func `An empty text removes a company, an address or a comment, and what is not named stays`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(
                by: ada, ["company": "Ромашка", "address": "Хрещатик 1", "comment": "behind the kiosk"])
            let path = "/v1/reports/\(number)"
            func edit(_ members: [String: Any]) async throws -> [String: Any] {
                let answer = try await client.ask(.patch, path, by: ada, json: members)
                #expect(answer.status == 200 && answer["applied"] as? Bool == true, "\(answer)")
                return try #require(answer["report"] as? [String: Any])
            }
            let first = try await edit(["comment": ""])
            #expect(first["comment"] == nil && first["company"] as? String == "Ромашка")
            #expect(first["address"] as? String == "Хрещатик 1")
            #expect(try await client.get("/v1/search?q=kiosk", by: ada).numbers == [])
            let second = try await edit(["company": " ", "address": ""])
            #expect(second["company"] == nil && second["address"] == nil)
            #expect(try await client.get("/v1/search?q=1234", by: ada).numbers == [number])
            // A decided report keeps its texts, and the comment says what was to be removed.
            _ = try await edit(["company": "Ромашка"])
            _ = try await client.decide(number, "confirmed", by: eve)
            let late = try await client.ask(.patch, path, by: ada, json: ["company": ""])
            #expect(late["applied"] as? Bool == false)
            let report = try #require(late["report"] as? [String: Any])
            #expect(report["company"] as? String == "Ромашка")
            let comments = try #require(report["comments"] as? [[String: Any]])
            #expect(comments.map { $0["text"] as? String } == ["Company: (none)"])
        }
    }

    @Test func `Reports are asked for up to 50 km away, and no farther`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let number = try await client.number(by: ada, ["place": ["lat": 50, "long": 30]])
            // 49 km to the north.
            let near = "/v1/near?lat=50.44&long=30&radius="
            #expect(try await client.get(near + "48000", by: ada).numbers == [])
            #expect(try await client.get(near + "50000", by: ada).numbers == [number])
            for radius in ["50000.1", "0", "-1", "nan", "inf", "1e9", "far"] {
                let answer = try await client.get(near + radius, by: ada)
                #expect(answer.status == 400, "\(answer)")
                #expect(answer.error?["message"]?.hasSuffix("use 1 to 50000.") == true, "\(answer)")
            }
        }
    }

    @Test func `After a decision, the status wins and an edit becomes a comment, once for all repetitions`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            #expect(try await client.decide(number, "rejected", by: eve, ["reason": "no poster"]).status == 200)
            let key = UUID().uuidString
            var answers: [Data] = []
            for _ in 0..<3 {
                let answer = try await client.ask(
                    .patch, "/v1/reports/\(number)", by: ada, key: key,
                    json: ["company": "Інша", "phones": ["044 765 43 21"]])
                #expect(answer.status == 200 && answer["applied"] as? Bool == false, "\(answer)")
                #expect((answer["notice"] as? String)?.contains("rejected") == true)
                answers.append(answer.body)
            }
            #expect(Set(answers).count == 1)
            let report = try await client.get("/v1/reports/\(number)", by: eve)
            #expect(report["status"] as? String == "rejected" && report["company"] as? String == "Ромашка")
            let comments = try #require(report["comments"] as? [[String: Any]])
            #expect(comments.map { $0["text"] as? String } == ["Phones: 044 765 43 21\nCompany: Інша"])
            let other = try await client.ask(
                .patch, "/v1/reports/\(number)", by: ada, key: key, json: ["company": "Ще інша"])
            #expect(other.status == 422 && other.error?["code"] == "keyReused")
        }
    }

    @Test func `A repeated edit learns what became of it even after its answer was dropped`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let (early, late) = (UUID().uuidString, UUID().uuidString)
            func isApplied(_ key: String, by user: Posters.LoggedIn) async throws -> Bool? {
                let answer = try await client.ask(
                    .patch, "/v1/reports/\(number)", by: user, key: key, json: ["company": "Інша"])
                return answer["applied"] as? Bool
            }
            #expect(try await isApplied(early, by: ada) == true)
            posters.clock.now = posters.clock.now.adding(days: 1)
            #expect(try await client.decide(number, "confirmed", by: eve).status == 200)
            #expect(try await isApplied(late, by: ada) == false)
            posters.clock.now = posters.clock.now.adding(days: 31)
            try await posters.store.forgetAnswers(at: posters.clock.now)
            let again = try await posters.logIn(ada)
            #expect(try await isApplied(early, by: again) == true)
            #expect(try await isApplied(late, by: again) == false)
        }
    }

    @Test func `A code that no list can have is refused in an edit, even after a decision`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let path = "/v1/reports/\(number)"
            for isLate in [false, true] {
                if isLate { #expect(try await client.decide(number, "confirmed", by: eve).status == 200) }
                for member in ["city", "district", "type"] {
                    for code in ["", "Київ", "a b", "a\nb", String(repeating: "a", count: 65)] {
                        let answer = try await client.ask(.patch, path, by: ada, json: [member: code])
                        #expect(answer.status == 422 && answer.error?["code"] == "invalid", "\(answer)")
                    }
                }
            }
            let comments = try await client.get(path, by: ada)["comments"] as? [Any] ?? []
            #expect(comments.isEmpty)
            let sound = String(repeating: "a", count: 64)
            let late = try await client.ask(.patch, path, by: ada, json: ["city": sound])
            #expect(late.status == 200 && late["applied"] as? Bool == false, "\(late)")
        }
    }

    @Test func `A report with 50 comments refuses another late edit, but repeats its earlier answers`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let path = "/v1/reports/\(number)"
            #expect(try await client.decide(number, "confirmed", by: eve).status == 200)
            let key = UUID().uuidString
            func edit(_ company: String, key: String? = nil) async throws -> PostersClient.Answer {
                try await client.ask(.patch, path, by: ada, key: key, json: ["company": company])
            }
            #expect(try await edit("first", key: key).status == 200)
            for index in 1..<50 { #expect(try await edit("\(index)").status == 200) }
            let refused = try await edit("one too many")
            #expect(refused.status == 409 && refused.error?["code"] == "conflict", "\(refused)")
            #expect(try await edit("first", key: key).status == 200)
            let comments = try await client.get(path, by: ada)["comments"] as? [Any]
            #expect(comments?.count == 50)
        }
    }

    @Test func `Statuses follow each other, and a rejection needs a reason`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let gone = try await client.number(by: ada)
            #expect(try await client.decide(gone, "removed", by: eve).status == 200)
            #expect(try await client.decide(gone, "rejected", by: eve, ["reason": "still there"]).status == 200)
            #expect(try await client.decide(gone, "removed", by: eve).status == 409)
            #expect(try await client.decide(number, "new", by: eve).status == 422)
            #expect(try await client.decide(number, "gone", by: eve).status == 400)
            #expect(try await client.decide(number, "rejected", by: eve).status == 422)
            #expect(try await client.decide(number, "rejected", by: eve, ["reason": "  "]).status == 422)
            #expect(try await client.decide(number, "confirmed", by: eve, ["reason": "seen"]).status == 200)
            let version = try await client.get("/v1/reports/\(number)", by: ada)["version"] as? Int
            #expect(try await client.decide(number, "confirmed", by: eve, ["reason": "seen"]).status == 200)
            #expect(try await client.get("/v1/reports/\(number)", by: ada)["version"] as? Int == version)
            #expect(try await client.decide(number, "removed", by: eve).status == 200)
            #expect(try await client.decide(999, "confirmed", by: eve).status == 404)
            let history = try await client.get("/v1/reports/\(number)", by: ada)["history"] as? [[String: Any]]
            #expect(history?.map { $0["status"] as? String } == ["new", "confirmed", "removed"])
            #expect(history?.map { $0["reason"] as? String } == [nil, "seen", nil])
        }
    }

    @Test func `A decision about a version that the reporter has edited since is refused`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            func version() async throws -> Int {
                try #require(try await client.get("/v1/reports/\(number)", by: eve)["version"] as? Int)
            }
            let seen = try await version()
            _ = try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: ["company": "Інша"])
            let refused = try await client.decide(number, "confirmed", by: eve, ["version": seen])
            #expect(refused.status == 409 && refused.error?["message"]?.contains("has changed") == true, "\(refused)")
            #expect(try await client.get("/v1/reports/\(number)", by: eve)["status"] as? String == "new")
            let current = try await version()
            #expect(try await client.decide(number, "confirmed", by: eve, ["version": current]).status == 200)
            // The answer to the decision may have got lost.
            #expect(try await client.decide(number, "confirmed", by: eve, ["version": current]).status == 200)
            #expect(try await client.decide(number, "removed", by: eve, ["version": current]).status == 409)
            #expect(try await client.decide(number, "removed", by: eve).status == 200)
        }
    }

    @Test func `The same decision again is refused once something else has happened to the report`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        let olga = try await posters.addUser("olga", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            func version() async throws -> Int {
                try #require(try await client.get("/v1/reports/\(number)", by: eve)["version"] as? Int)
            }
            let seen = try await version()
            #expect(try await client.decide(number, "confirmed", by: eve, ["version": seen]).status == 200)
            // It is the decision of somebody else, which this supervisor has not seen.
            #expect(try await client.decide(number, "confirmed", by: olga, ["version": seen]).status == 409)
            _ = try await client.ask(.patch, "/v1/reports/\(number)", by: ada, json: ["company": "Інша"])
            #expect(try await client.decide(number, "confirmed", by: eve, ["version": seen]).status == 409)
            let current = try await version()
            #expect(try await client.decide(number, "confirmed", by: eve, ["version": current]).status == 200)
            #expect(try await version() == current)
        }
    }

    @Test func `Reports near a place come with whether there are more`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            for _ in 0..<2 { _ = try await client.number(by: ada) }
            for (limit, hasMore) in [(1, true), (2, false)] {
                let answer = try await client.get("/v1/near?lat=50.45&long=30.52&limit=\(limit)", by: ada)
                #expect(try answer.numbers.count == limit && answer["more"] as? Bool == hasMore, "\(answer)")
            }
        }
    }

    @Test func `A report whose reporter wants it deleted leaves the map, and a supervisor deletes it`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            let path = "/v1/reports/\(number)"
            #expect(try await client.ask(.delete, path, by: eve).status == 409)
            #expect(try await client.ask(.post, "\(path)/cancel", by: bob).status == 404)
            #expect(try await client.ask(.post, "\(path)/cancel", by: eve).status == 403)
            for _ in 0..<2 {
                let canceled = try await client.ask(.post, "\(path)/cancel", by: ada)
                #expect(canceled.status == 200 && canceled["deletionWanted"] as? Bool == true, "\(canceled)")
            }
            #expect(try await client.get("/v1/near?lat=50.45&long=30.52", by: bob).numbers == [])
            #expect(try await posters.store.mapChanges(after: 0, limit: 10).map(\.place) == [nil])
            #expect(try await client.get("/v1/queue", by: eve).numbers == [number])
            let seen = try await posters.store.version()
            #expect(try await client.ask(.delete, path, by: eve).status == 204)
            for user in [ada, eve] {
                #expect(try await client.get(path, by: user).status == 404)
                let changes = try await client.get("/v1/changes?after=\(seen)", by: user)["changes"] as? [[String: Any]]
                #expect(changes?.map { $0["kind"] as? String } == ["deleted"])
                #expect(changes?.first?["number"] as? Int == number)
            }
            #expect(try await client.get("/v1/search?q=1234", by: eve).numbers == [])
            // Numbers are never given twice.
            #expect(try await client.number(by: ada) == number + 1)
        }
    }
}
