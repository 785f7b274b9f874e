import ExamplesTestSupport
import Foundation
import GeoReport
import HTTPTypes
import TestSupport
import Testing

@testable import PostersServer

@Suite("Filing reports by forms")
struct FormFilingTests {
    private static let path = "/open311/v2/requests.json"

    private struct Part {
        let name: String
        var fileName: String?
        let content: [UInt8]

        init(_ name: String, _ text: String) { (self.name, content) = (name, Array(text.utf8)) }

        init(_ name: String, file: [UInt8], called fileName: String = "photo.jpg") {
            (self.name, content, self.fileName) = (name, file, fileName)
        }
    }

    private static func body(_ parts: [Part]) -> [UInt8] {
        parts.flatMap { part in
            let file = part.fileName.map { "; filename=\"\($0)\"\r\nContent-Type: image/jpeg" } ?? ""
            let head = "--limit\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n"
            return Array(head.utf8) + part.content + Array("\r\n".utf8)
        } + Array("--limit--\r\n".utf8)
    }

    private static func fields(_ token: String) -> [Part] {
        [
            Part("api_key", token), Part("service_code", "pole"), Part("lat", "50.45"), Part("long", "30.52"),
            Part("description", "На стовпі\nбіля входу"), Part("attribute[phone]", "8(044)123-45-67"),
            Part("attribute[phone2]", "067 111 22 33"), Part("attribute[district]", "podil"),
            Part("attribute[company]", "ТОВ «Ромашка», O'Brien <b>"),
        ]
    }

    private static func photo(_ number: UInt8) -> [UInt8] {
        var photo = SampleJPEG()
        photo.pixels = [number, 7]
        return photo.bytes
    }

    private static func post(
        _ client: PostersClient, _ body: [UInt8], key: String? = nil
    ) async throws -> PostersClient.Answer {
        try await client.ask(
            .post, path, key: key, headers: [.contentType: "multipart/form-data; boundary=limit"], body: body)
    }

    @Test("A form with photos becomes a report with each of them, once for each Idempotency-Key")
    func withPhotos() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let body = Self.body(
                Self.fields(ada.token) + [
                    Part("media", file: Self.photo(1)), Part("photo1", file: Self.photo(2)),
                    Part("photo2", file: [], called: ""),
                ])
            let key = "00000000-0000-4000-8000-000000000001"
            let answer = try await Self.post(client, body, key: key)
            #expect(answer.status == 201, "\(answer)")
            let receipt = try #require(try GeoDocument.receipts(Array(answer.body), as: .json).first)
            let number = try #require(receipt.id)
            let again = try await Self.post(client, body, key: key)
            #expect(again.status == 201 && again.text.contains("\"\(number)\""), "\(again)")
            let report = try await client.get("/v1/reports/\(number)", by: ada)
            #expect((report["photos"] as? [Any])?.count == 2, "\(report)")
            #expect(report["company"] as? String == "ТОВ «Ромашка», O'Brien <b>")
            #expect(report["comment"] as? String == "На стовпі\nбіля входу")
            #expect((report["city"] as? [String: String])?["code"] == "kyiv")
            let phones = (report["phones"] as? [[String: Any]])?.compactMap { $0["number"] as? String }
            #expect(phones == ["+380441234567", "+380671112233"])
            #expect(try await client.get("/v1/reports", by: ada).numbers.count == 1)
        }
    }

    @Test("A photo that was uploaded before is named by its address")
    func byAddress() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let name = try await client.upload(Self.photo(3), by: ada)
            let fields =
                "service_code=pole&lat=50.45&long=30.52&attribute%5Bphone%5D=0441234567"
                + "&media_url=https://posters.example.org/media/\(name)"
            let answer = try await client.ask(.post, Self.path, by: ada, body: Array(fields.utf8))
            #expect(answer.status == 201, "\(answer)")
        }
    }

    @Test("A form that is broken, too large or has a file that is no photo is refused, and leaves nothing")
    func refusals() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let fields = Self.fields(ada.token)
        let whole = Self.body(fields + [Part("media", file: Self.photo(1))])
        let eleven = (0..<11).map { Part("photo\($0)", file: Self.photo(UInt8($0))) }
        let cases: [(body: [UInt8], statuses: Set<Int>)] = [
            (Array(whole.dropLast(12)), [400]), (Array(whole.prefix(whole.count / 2)), [400]), ([], [400]),
            (Self.body([Part("media", file: Self.photo(1))] + fields), [403]),
            (Self.body([Part("api_key", "lost"), Part("media", file: Self.photo(1))]), [403]),
            (Self.body(fields + [Part("media", file: Array("%PDF-1.7 no photo".utf8))]), [400, 415]),
            (Self.body(fields + [Part("virus", file: Self.photo(1))]), [400]),
            (Self.body(fields + eleven), [400]), (Self.body(fields), [400]),
            (Self.body(fields + [Part("note", String(repeating: "x", count: 70_000))]), [413]),
            (Self.body((0..<70).map { Part("a\($0)", "") }), [400]),
        ]
        try await posters.serve { client in
            for (index, (body, statuses)) in cases.enumerated() {
                let answer = try await Self.post(client, body)
                #expect(statuses.contains(answer.status), "\(index): \(answer)")
                #expect(try GeoDocument.faults(Array(answer.body), as: .json).count == 1)
            }
            #expect(try await client.get("/v1/reports", by: ada).numbers.isEmpty)
        }
        let left = try FileManager.default.subpathsOfDirectory(atPath: "\(posters.folder.path)/incoming")
        #expect(!left.contains { $0.count > 40 }, "\(left)")
    }

    @Test("Random damage never stops the server, and whole forms still work afterwards")
    func fuzz() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let whole = Self.body(Self.fields(ada.token) + [Part("media", file: Self.photo(1))])
        try await posters.serve { client in
            var random = RandomSource(seed: 9)
            for _ in 0..<150 {
                var body = whole
                for _ in 0..<1 + random.below(3) { body[random.below(body.count)] = UInt8(random.below(256)) }
                if random.isOnce(in: 3) { body = Array(body.prefix(random.below(body.count))) }
                let answer = try await Self.post(client, body)
                #expect((200..<500).contains(answer.status), "\(answer)")
            }
            #expect(try await Self.post(client, whole).status == 201)
        }
    }

    @Test("curl and Python's requests file reports with photos")
    func otherClients() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let photo = try posters.folder.write("photo.jpg", Self.photo(5))
        try await posters.listen { address in
            let fields = ["service_code=pole", "lat=50.45", "long=30.52", "attribute[phone]=0441234567"]
            let curl = try await Finished.run(
                ["/usr/bin/curl", "--silent", "--max-time", "600", "-F", "api_key=\(ada.token)"]
                    + fields.flatMap { ["-F", $0] } + ["-F", "media=@\(photo)", "\(address)\(Self.path)"])
            #expect(curl.output.contains("service_request_id"), "\(curl.output)\(curl.errors)")
            let status: Int = try await GeoOracle.run(
                """
                import requests
                fields = dict(field.split("=") for field in given["fields"]) | {"api_key": given["key"][0]}
                with open(given["photo"][0], "rb") as photo:
                    answer = requests.post(given["address"][0], data=fields, files={"photo1": photo}, timeout=600).status_code
                """,
                given: ["fields": fields, "key": [ada.token], "photo": [photo], "address": ["\(address)\(Self.path)"]])
            #expect(status == 201)
        }
    }
}
