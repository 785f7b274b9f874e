import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Serving
import Synchronization
import TestSupport
import Testing

@testable import PostersServer

@Suite("What supervisors do")
struct SupervisionTests {
    private static let company = "\"ТОВ «Ромашка»\", O'Brien <b>"

    @Test func `A company's name is the same in answers, GeoJSON, CSV and Open311's XML and JSON`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let comment = "=HYPERLINK(\"x\"),\nnext line"
            let number = try await client.number(by: ada, ["company": Self.company, "comment": comment])
            #expect(try await client.get("/v1/reports/\(number)", by: eve)["company"] as? String == Self.company)

            let map = try await client.get("/v1/export.geojson", by: eve)
            #expect(map.headers[.contentType] == "application/geo+json")
            let feature = try #require((map["features"] as? [[String: Any]])?.first, "\(map)")
            let properties = try #require(feature["properties"] as? [String: Any])
            #expect(properties["company"] as? String == Self.company)
            #expect((feature["geometry"] as? [String: Any])?["coordinates"] as? [Double] == [30.52, 50.45])

            let table = try await client.get("/v1/export.csv", by: eve)
            let rows: [[String]] = try await Python.run(
                "import csv, io\nanswer = list(csv.reader(io.StringIO(given, newline='')))", given: table.text)
            #expect(rows.count == 2 && rows[0].count == rows[1].count)
            let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
            #expect(row["company"] == Self.company && row["phones"] == "+380441234567")
            #expect(row["comment"] == "'" + comment)

            struct Answer: Decodable {
                let xml: [String]
                let json: [String]
            }
            let path = "/open311/v2/requests/\(number)"
            let xml = try await client.get("\(path).xml?extensions=true", by: ada).text
            let json = try await client.get("\(path).json?extensions=true", by: ada).text
            let answer: Answer = try await Python.run(
                """
                import xml.etree.ElementTree as tree
                attributes = tree.fromstring(given["xml"].encode()).findall(".//extended_attributes/*")
                members = json.loads(given["json"])[0]["extended_attributes"]
                texts = members.values() if isinstance(members, dict) else [v for m in members for v in m.values()]
                answer = {"xml": [text for each in attributes for text in each.itertext()],
                          "json": [text for text in texts if isinstance(text, str)]}
                """, given: ["xml": xml, "json": json])
            #expect(answer.xml.contains(Self.company), "\(answer)")
            #expect(answer.json.contains(Self.company), "\(answer)")
        }
    }

    @Test func `Characters that reverse or hide text are shown by their number in exports and to everybody`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(
                by: ada,
                [
                    "company": "A\u{202E}moc.B", "address": "\u{2066}Main St 1", "comment": "one\u{200B}\n\ttwo 👨‍👩‍👧",
                ])
            _ = try await client.decide(number, "confirmed", by: eve)
            let map = try await client.get("/v1/export.geojson", by: eve)
            let feature = try #require((map["features"] as? [[String: Any]])?.first, "\(map)")
            let properties = try #require(feature["properties"] as? [String: Any])
            let comment = #"one\u{200B}"# + "\n\ttwo 👨‍👩‍👧"
            #expect(properties["company"] as? String == #"A\u{202E}moc.B"#)
            #expect(properties["address"] as? String == #"\u{2066}Main St 1"#)
            #expect(properties["comment"] as? String == comment)
            let table = try await client.get("/v1/export.csv", by: eve).text
            #expect(table.contains(#"\u{2066}Main St 1,A\u{202E}moc.B,"#) && table.contains(comment), "\(table)")
            // The page of the map shows what this says.
            for format in ["json", "xml"] {
                let request = try await client.get("/open311/v2/requests/\(number).\(format)?extensions=true").text
                let hasNone = !request.unicodeScalars.contains { ["\u{202E}", "\u{2066}"].contains($0) }
                #expect(hasNone && request.contains("{202E}moc.B"), "\(request)")
            }
            // Its reporter gets what they wrote.
            #expect(try await client.get("/v1/reports/\(number)", by: ada)["company"] as? String == "A\u{202E}moc.B")
        }
    }

    @Test func `An export goes over several pages, and can be narrowed`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            // One user may not send so many reports at once.
            let photo = try await client.upload(SampleJPEG().bytes, by: ada)
            _ = try await client.upload(SampleJPEG().bytes, by: bob)
            for index in 0..<1100 {
                let new = NewReport(
                    photos: [photo], place: PlaceMessage(try #require(Place(latitude: 50, longitude: 30))), taken: nil,
                    phones: ["044 \(1_000_000 + index)"], company: nil, city: nil, district: nil, type: nil,
                    address: nil,
                    comment: nil)
                let reporter = index % 2 == 0 ? ada.user : bob.user
                _ = try await posters.parts.reports.file(new, key: nil, reporter: reporter, url: "", by: posters.who)
            }
            let map = try await client.get("/v1/export.geojson", by: eve)
            #expect((map["features"] as? [Any])?.count == 1100)
            #expect(try await client.get("/v1/export.csv", by: eve).text.split(separator: "\r\n").count == 1101)
            let none = try await client.get("/v1/export.geojson?status=confirmed", by: eve)
            #expect((none["features"] as? [Any])?.isEmpty == true)
            let late = try await client.get("/v1/export.csv?since=2100-01-01T00:00:00Z", by: eve)
            #expect(late.text.split(separator: "\r\n").count == 1)
            #expect(try await client.get("/v1/export.csv?since=yesterday", by: eve).status == 400)
        }
    }

    @Test func `A withdrawn report is exported only if it is asked for, and marked`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let kept = try await client.number(by: ada)
            let withdrawn = try await client.number(by: ada)
            #expect(try await client.ask(.post, "/v1/reports/\(withdrawn)/cancel", by: ada).status == 200)
            for (query, expected) in [("", [kept: false]), ("?withdrawn=true", [kept: false, withdrawn: true])] {
                let map = try await client.get("/v1/export.geojson\(query)", by: eve)
                let features = try #require(map["features"] as? [[String: Any]])
                let marks = features.compactMap { $0["properties"] as? [String: Any] }.compactMap {
                    ($0["number"] as? Int, $0["withdrawn"] as? Bool)
                }
                #expect(marks.count == expected.count && marks.allSatisfy { expected[$0.0 ?? 0] == $0.1 }, "\(map)")
                let table = try await client.get("/v1/export.csv\(query)", by: eve).text
                let lines = table.split(separator: "\r\n")
                #expect(lines.count == 1 + expected.count && lines[0].hasSuffix(",withdrawn"), "\(table)")
                for line in lines.dropFirst() {
                    let number = Int(line.prefix { $0 != "," }) ?? 0
                    #expect(line.hasSuffix(",\(expected[number] == true)"), "\(line)")
                }
            }
        }
    }

    @Test func `A decision that shows or hides the photos keeps the reason, and a new one replaces it`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            for status in ["confirmed", "rejected"] {
                #expect(try await client.decide(number, status, by: eve, ["reason": "seen"]).status == 200)
                let shown = try await client.decide(number, status, by: eve, ["publishPhotos": true])
                #expect(shown["reason"] as? String == "seen" && shown["photosArePublic"] as? Bool == true, "\(shown)")
                let changes = try await client.get("/v1/changes", by: ada)["changes"] as? [[String: Any]]
                #expect(changes?.first?["kind"] as? String == "photosPublished")
                let hidden = try await client.decide(
                    number, status, by: eve, ["reason": "read", "publishPhotos": false])
                #expect(hidden["reason"] as? String == "read", "\(hidden)")
            }
            let history = try await client.get("/v1/reports/\(number)", by: ada)["history"] as? [[String: Any]]
            #expect(history?.compactMap { $0["reason"] as? String } == ["seen", "read", "seen", "read"])
        }
    }

    @Test func `An empty reason removes the one that a report has, except from a rejection`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            let number = try await client.number(by: ada)
            for empty in ["", " \n"] {
                _ = try await client.decide(number, "confirmed", by: eve, ["reason": "a name"])
                let decided = try await client.decide(number, "confirmed", by: eve, ["reason": empty])
                #expect(decided.status == 200 && decided["reason"] == nil, "\(decided)")
            }
            _ = try await client.decide(number, "rejected", by: eve, ["reason": "legal"])
            let refused = try await client.decide(number, "rejected", by: eve, ["reason": ""])
            #expect(refused.status == 422, "\(refused)")
            #expect(try await client.get("/v1/reports/\(number)", by: ada)["reason"] as? String == "legal")
        }
    }

    @Test func `A supervisor who lost the role while a request arrived decides, deletes and blocks nothing`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        // The last supervisor could not lose the role.
        let olga = try await posters.addUser("olga", .supervisor)
        let session = try #require(
            try await posters.store.sessions(of: eve.user.id, alive: .standard, at: posters.clock.now).first)
        let supervisor = AccountIdentity(user: eve.user, session: session)
        try await posters.serve { client in
            let number = Int64(try await client.number(by: ada))
            #expect(try await client.ask(.post, "/v1/reports/\(number)/cancel", by: ada).status == 200)
            _ = try await posters.store.setRole(.inspector, of: eve.user.name, by: posters.who)
            let (store, who) = (posters.store, posters.who)
            let decision = StatusDecision(number: number, status: .confirmed, reason: nil, publishPhotos: nil)
            let attempts: [@Sendable () async throws -> Void] = [
                { _ = try await store.decide(decision, supervisor, by: who) },
                { try await store.delete(number, supervisor, by: who) },
                { _ = try await store.block("+380441234567", reason: nil, supervisor, by: who) },
                { try await store.unblock("+380441234567", supervisor, by: who) },
            ]
            for attempt in attempts {
                let error = await #expect(throws: ServiceError.self) { try await attempt() }
                #expect(error?.code == .forbidden)
            }
            let report = try await client.get("/v1/reports/\(number)", by: olga)
            #expect(report["status"] as? String == "new")
        }
    }

    @Test(arguments: [true, false])
    func `An export breaks off if its supervisor is disabled or gets another role`(_ isDisabled: Bool) async throws {
        let posters = try await Posters()
        let eve = try await posters.addUser("eve", .supervisor)
        // The last supervisor could not lose the role.
        _ = try await posters.addUser("olga", .supervisor)
        try await posters.fill(1100)
        let session = try #require(
            try await posters.store.sessions(of: eve.user.id, alive: .standard, at: posters.clock.now).first)
        let written = Written()
        let writer = InterruptedWriter(written: written) {
            if isDisabled {
                _ = try await posters.store.setDisabled(true, eve.user.name, by: posters.who)
            } else {
                _ = try await posters.store.setRole(.inspector, of: eve.user.name, by: posters.who)
            }
        }
        let body = ExportController(store: posters.store).body(CSVExport(), ReportFilter(), in: session.id)
        let error = await #expect(throws: ServiceError.self) { try await body.write(writer) }
        #expect(error?.code == .forbidden)
        // The head and the first of three pages.
        let pieces = written.pieces.withLock { $0 }
        #expect(pieces.count == 2 && pieces.joined().split(separator: "\r\n").count == 501)
    }

    private final class Written: Sendable {
        let pieces = Mutex<[String]>([])
    }

    /// Does something after the first page of an export, before the next one is read.
    private struct InterruptedWriter: ResponseBodyWriter {
        let written: Written
        let interrupt: @Sendable () async throws -> Void

        mutating func write(_ buffer: ByteBuffer) async throws {
            let count = written.pieces.withLock { pieces in
                pieces.append(String(buffer: buffer))
                return pieces.count
            }
            if count == 2 { try await interrupt() }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test
    func `Offenders are counted without rejected and withdrawn reports, and a blocked number is marked everywhere`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            var numbers: [Int] = []
            for phone in ["044 123 45 67", "8(044)123-45-67", "067 765 43 21"] {
                numbers.append(try await client.number(by: ada, ["phones": [phone]]))
            }
            let block = try await client.ask(
                .post, "/v1/blocked", by: eve, json: ["phone": "(044) 123-45-67", "reason": "loans"])
            #expect(block.status == 200 && block["number"] as? String == "+380441234567", "\(block)")
            #expect(block["reports"] as? Int == 2)
            _ = try await client.decide(numbers[2], "rejected", by: eve, ["reason": "legal"])
            let withdrawn = try await client.number(by: ada, ["phones": ["050 123 45 67"]])
            #expect(try await client.ask(.post, "/v1/reports/\(withdrawn)/cancel", by: ada).status == 200)

            let offenders = try await client.get("/v1/offenders", by: eve)
            let phones = try #require(offenders["phones"] as? [[String: Any]])
            #expect(phones.map { $0["number"] as? String } == ["+380441234567"])
            #expect(phones.first?["reports"] as? Int == 2 && phones.first?["blocked"] as? Bool == true)
            let companies = try #require(offenders["companies"] as? [[String: Any]])
            #expect(companies.map { $0["reports"] as? Int } == [2])

            let report = try await client.get("/v1/reports/\(numbers[1])", by: ada)
            #expect((report["phones"] as? [[String: Any]])?.first?["blocked"] as? Bool == true)
            #expect(try await client.ask(.delete, "/v1/blocked/%2B380441234567", by: eve).status == 204)
            #expect(try await client.ask(.delete, "/v1/blocked/+380441234567", by: eve).status == 404)
            #expect(try await client.ask(.delete, "/v1/blocked/044", by: eve).status == 400)
            #expect(try await client.ask(.delete, "/v1/blocked/%2", by: eve).status == 400)
        }
    }

    @Test func `The queue has new reports, oldest first, in pages`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            var numbers: [Int] = []
            for _ in 0..<4 { numbers.append(try await client.number(by: ada)) }
            _ = try await client.decide(numbers[1], "confirmed", by: eve)
            let first = try await client.get("/v1/queue?limit=2", by: eve)
            #expect(try first.numbers == [numbers[0], numbers[2]])
            let next = try #require(first["next"] as? Int)
            #expect(try await client.get("/v1/queue?limit=2&after=\(next)", by: eve).numbers == [numbers[3]])
            for query in ["limit=0", "limit=1001", "limit=x", "after=-1"] {
                #expect(try await client.get("/v1/queue?\(query)", by: eve).status == 400)
            }
        }
    }
}
