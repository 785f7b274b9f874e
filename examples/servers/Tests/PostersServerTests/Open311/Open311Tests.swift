import AppGroup
import ExamplesTestSupport
import Foundation
import GRDB
import GeoReport
import Serving
import TestSupport
import Testing

@testable import PostersServer

@Suite("Open311")
struct Open311Tests {
    private static let path = "/open311/v2"

    private static func requests(_ answer: PostersClient.Answer, _ format: GeoFormat = .json) throws -> [GeoRequest] {
        try #require(answer.status == 200, "\(answer)")
        #expect(answer.headers[.contentType] == format.contentType)
        return try GeoDocument.requests(Array(answer.body), as: format)
    }

    private static func fault(_ answer: PostersClient.Answer, _ format: GeoFormat) throws -> GeoFault {
        #expect(answer.headers[.contentType] == format.contentType)
        let fault = try #require(try GeoDocument.faults(Array(answer.body), as: format).first)
        #expect(fault.code == answer.status)
        return fault
    }

    @Test("Discovery, services and definitions are there in both formats", arguments: GeoFormat.allCases)
    func services(format: GeoFormat) async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let discovery = try await client.get("\(Self.path)/discovery.\(format)")
            let endpoint = try #require(try GeoDocument.discovery(Array(discovery.body), as: format).endpoints.first)
            #expect(endpoint.url == "https://posters.example.org/open311/v2")
            #expect(endpoint.formats == ["text/xml", "application/json"])
            #expect(endpoint.changeset < GeoTime(seconds: Int64(Date().timeIntervalSince1970)))
            let services = try await client.get("\(Self.path)/services.\(format)")
            let found = try GeoDocument.services(Array(services.body), as: format)
            #expect(Set(found.map(\.code)) == ["pole", "other"])
            #expect(found.first { $0.code == "pole" }?.name == "Стовп")
            let answer = try await client.get("\(Self.path)/services/pole.\(format)")
            let definition = try GeoDocument.definition(Array(answer.body), as: format)
            let codes = ["phone", "phone2", "phone3", "phone4", "phone5", "company", "district", "holder"]
            #expect(definition.attributes.map(\.code) == codes)
            #expect(definition.attributes[0].isRequired && !definition.attributes[1].isRequired)
            #expect(definition.attributes[6].choices.map(\.name) == ["Київ, Поділ, центр", "Львів, Сихів"])
            let unknown = try await client.get("\(Self.path)/services/lost.\(format)")
            #expect(try Self.fault(unknown, format).code == 404)
            #expect(try await client.get("\(Self.path)/nothing.\(format)").status == 404)
        }
        let other = try await Posters()
        try await other.serve { client in
            let answer = try await client.get("\(Self.path)/services.csv")
            #expect(answer.status == 404)
        }
    }

    @Test(
        "A report that lacks something or is wrong is refused in the format of the request",
        arguments: GeoFormat.allCases)
    func refusals(format: GeoFormat) async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .resident)
        let rita = try await posters.addUser("rita", .reader)
        let place = "lat=50.45&long=30.52&attribute[phone]=0441234567"
        let long = String(repeating: "a", count: 4001)
        let cases: [(key: String?, fields: String, status: Int, word: String)] = [
            (nil, "service_code=pole&\(place)", 403, "api_key"), ("lost", "service_code=pole&\(place)", 403, "api_key"),
            (rita.token, "service_code=pole&\(place)", 403, "reader"),
            (ada.token, "service_code=lost&\(place)", 404, "lost"), (ada.token, place, 400, "service_code"),
            (ada.token, "service_code=pole&attribute[phone]=0441234567", 400, "lat"),
            (ada.token, "service_code=pole&lat=abc&long=30&attribute[phone]=0441234567", 400, "abc"),
            (ada.token, "service_code=pole&\(place)&description=\(long)", 400, "4000"),
            (ada.token, "service_code=pole&\(place)", 400, "photo"),
            (ada.token, "service_code=pole&\(place)&media_url=https://example.com/a.jpg", 400, "media_url"),
            (ada.token, "service_code=pole&lat=50.45&long=30.52", 400, "attribute[phone]"),
            (ada.token, "service_code=pole&lat=1&long=2&attribute[phone]=1&attribute[district]=mars", 400, "district"),
            (ada.token, "service_code=pole&address_string=x&attribute[phone]=1", 400, "lat"),
        ]
        try await posters.serve { client in
            for (key, fields, status, word) in cases {
                let body = fields + (key.map { "&api_key=\($0)" } ?? "")
                let answer = try await client.ask(
                    .post, "\(Self.path)/requests.\(format)",
                    headers: [.contentType: "application/x-www-form-urlencoded"],
                    body: Array(body.utf8))
                #expect(answer.status == status, "\(fields): \(answer)")
                #expect(try Self.fault(answer, format).description.contains(word), "\(fields): \(answer)")
            }
            for bad in ["status=lost", "start_date=x", "page=0", "page_size=2000"] {
                #expect(try Self.fault(await client.get("\(Self.path)/requests.\(format)?\(bad)"), format).code == 400)
            }
            #expect(try Self.fault(await client.get("\(Self.path)/requests/77.\(format)"), format).code == 404)
            #expect(try Self.fault(await client.get("\(Self.path)/tokens/77.\(format)"), format).code == 404)
            let noMethod = try await client.ask(.delete, "\(Self.path)/requests.\(format)")
            #expect(noMethod.status == 405)
        }
    }

    @Test(
        "Everybody reads a report without phones, names and comments, and its reporter and supervisors read all of it")
    func visibility() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .resident)
        let bob = try await posters.addUser("bob", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada, ["comment": "behind the kiosk", "type": "pole"])
            let one = "\(Self.path)/requests/\(number).json?extensions=true"
            for path in [
                one, "\(Self.path)/requests.json", "\(Self.path)/requests.xml",
                "\(Self.path)/requests.json?extensions=true",
            ] {
                for user in [nil, bob] {
                    let answer = try await client.get(path, by: user)
                    #expect(
                        answer.text.contains("<service_request_id>\(number)<") || answer.text.contains("\"\(number)\""))
                    for secret in ["1234567", "behind the kiosk", "Ромашка", "/media/"] {
                        #expect(!answer.text.contains(secret), "\(path): \(answer)")
                    }
                }
            }
            for user in [ada, eve] {
                let whole = try #require(try Self.requests(await client.get(one, by: user)).first)
                #expect(whole.description == "behind the kiosk")
                #expect(whole.extendedAttributes?.contains(.init("phone", "+380441234567")) == true)
                let byKey = try await client.get("\(one)&api_key=\(user.token)")
                #expect(try Self.requests(byKey) == [whole])
            }
            #expect(try await client.get("\(one)&api_key=lost").status == 403)
            let token = try await client.get("\(Self.path)/tokens/\(number).xml")
            #expect(
                try GeoDocument.tokens(Array(token.body), as: .xml) == [GeoToken(token: "\(number)", id: "\(number)")])

            let open = try #require(try Self.requests(await client.get(one)).first)
            #expect(open.status == .open && open.statusNotes == "new" && open.agencyResponsible == "Київміськсвітло")
            _ = try await client.decide(number, "confirmed", by: eve, ["publishPhotos": true])
            let confirmed = try #require(try Self.requests(await client.get(one)).first)
            #expect(confirmed.status == .open && confirmed.statusNotes == "confirmed")
            #expect(confirmed.mediaURL?.hasPrefix("https://posters.example.org/media/") == true)
            #expect(confirmed.extendedAttributes?.contains(.init("company", "Ромашка")) == true)
            #expect(
                confirmed.notes?.map(\.kind) == ["new", "confirmed"] || confirmed.notes?.map(\.kind) == ["confirmed"])
            _ = try await client.decide(number, "rejected", by: eve, ["reason": "not a poster of Ada's"])
            let list = try #require(
                try Self.requests(await client.get("\(Self.path)/requests.json?status=closed")).first)
            #expect(list.status == .closed && list.statusNotes == "rejected")
            #expect(try Self.requests(await client.get("\(Self.path)/requests.json?status=open")).isEmpty)

            _ = try await client.ask(.post, "/v1/reports/\(number)/cancel", by: ada)
            #expect(try await client.get(one).status == 404)
            #expect(try await client.get("\(Self.path)/requests.json?service_request_id=\(number)").status == 404)
            #expect(try Self.requests(await client.get("\(Self.path)/requests.json")).isEmpty)
            #expect(try await client.get(one, by: ada).status == 200)
        }
    }

    @Test("A list covers 90 days, has at most 1,000 reports, and goes on in pages")
    func pages() async throws {
        let posters = try await Posters()
        try await posters.fill(1500, interval: 3_600_000)
        try await posters.fill(100, interval: 86_400_000)
        try await posters.serve { client in
            func ids(_ query: String) async throws -> [String] {
                try Self.requests(await client.get("\(Self.path)/requests.json?\(query)")).map(\.id)
            }
            let first = try await ids("")
            let second = try await ids("page=2")
            #expect(first.count == 1000 && second.count == 591)
            #expect(Set(first).isDisjoint(with: second))
            #expect(try await ids("page=3").isEmpty)
            #expect(try await ids("page_size=25&page=3") == Array(first[50..<75]))
            #expect(try await ids("status=&service_code=&start_date=&page=") == first)
            let closed = try Self.requests(await client.get("\(Self.path)/requests.json?status=closed"))
            #expect(closed.count == 398 && closed.allSatisfy { $0.statusNotes == "rejected" })
            #expect(try await ids("service_code=other").isEmpty)
            #expect(try await ids("service_request_id=5,3,9999") == ["5", "3"])
            let year = GeoTime(seconds: posters.clock.now.seconds - 99 * 86400)
            let old = try Self.requests(await client.get("\(Self.path)/requests.json?start_date=\(year)&page=2"))
            #expect(old.allSatisfy { $0.requested >= year && $0.requested <= year.adding(days: 90) })
            #expect(!old.isEmpty)
            let xml = try Self.requests(await client.get("\(Self.path)/requests.xml"), .xml)
            #expect(xml.map(\.id) == first)
        }
    }

    @Test(
        "A list reads the newest reports by their time, and does not sort all those of a status or type first",
        arguments: [[], ReportStatus.allCases, [.new, .confirmed]], [[], ["pole"]])
    func plan(statuses: [ReportStatus], types: [String]) async throws {
        let posters = try await Posters()
        let filter = OpenReportFilter(
            types: types, statuses: statuses, from: Timestamp(seconds: 0), to: posters.clock.now)
        let plan = try await posters.store.read { database in
            let query = filter.query("number, version", limit: 1000, offset: 0)
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(query.sql)", arguments: query.arguments)
                .map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH report USING INDEX reportByTime (filed>? AND filed<?)"])
    }

    @Test("A list from a year ago on has the 90 days after that, or the last 90 days before its end date")
    func yearAgo() async throws {
        let posters = try await Posters()
        // One report on each second day of 400 days.
        try await posters.fill(200, interval: 2 * 86_400_000)
        try await posters.serve { client in
            let now = posters.clock.now.seconds
            func days(_ query: String) async throws -> [Int64] {
                let answer = try await client.get("\(Self.path)/requests.json?\(query)")
                return try Self.requests(answer).map { (now - $0.requested.seconds) / 86400 }
            }
            let start = "start_date=\(GeoTime(seconds: now - 365 * 86400))"
            let (after, before) = (
                try await days(start), try await days("\(start)&end_date=\(GeoTime(seconds: now))")
            )
            #expect(after == (138...182).map { 2 * $0 })
            #expect(before == (0...45).map { 2 * $0 })
        }
    }

    @Test("A change of a report or of a type's name shows in the next list, though lists are kept")
    func current() async throws {
        let posters = try await Posters()
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.fill(20)
        try await posters.serve { client in
            func list() async throws -> [GeoRequest] {
                try Self.requests(await client.get("\(Self.path)/requests.json"))
            }
            let before = try await list()
            #expect(try await list() == before)
            let number = try #require(before.first { $0.statusNotes == "new" }?.id)
            _ = try await client.decide(try #require(Int(number)), "confirmed", by: eve)
            #expect(try await list().first { $0.id == number }?.statusNotes == "confirmed")
            let lists = Posters.lists.replacing("type,pole,Стовп", with: "type,pole,Опора")
            try await posters.store.replaceLists(try ListsFile.parse(lists), by: posters.who)
            #expect(try await list().allSatisfy { $0.serviceName == "Опора" })
        }
    }

    @Test(
        "georeport reads services, definitions and requests of the server, in both formats",
        arguments: GeoFormat.allCases)
    func georeport(format: GeoFormat) async throws {
        let posters = try await Posters()
        try await posters.fill(3)
        try await posters.listen { address in
            struct Answer: Decodable {
                let services: [String]
                let definition: String
                let requests: [[String?]]
                let one: [String?]
            }
            let answer: Answer = try await GeoOracle.run(
                """
                import georeport
                api = georeport.GeoReport(given["address"], output_format=given["format"])
                requests = api.get_service_requests(status="open", service_code="pole")
                one = api.get_service_request("1")
                answer = {
                    "services": [service["service_code"] for service in api.get_service_list()],
                    "definition": api.get_service_definition("pole")["service_code"],
                    "requests": [[r["service_request_id"], r["status_notes"], r["media_url"]] for r in requests],
                    "one": [one["service_request_id"], one["status"], one["service_name"], one["address"]]}
                """, given: ["address": "\(address)/open311/v2", "format": format.rawValue])
            #expect(Set(answer.services) == ["pole", "other"] && answer.definition == "pole")
            #expect(answer.requests == [["1", "confirmed", nil], ["3", "new", nil]])
            #expect(answer.one == ["1", "open", "Стовп", nil])
        }
    }
}
