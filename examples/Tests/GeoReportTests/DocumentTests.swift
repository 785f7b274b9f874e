import ExamplesTestSupport
import Foundation
import GeoReport
import TestSupport
import Testing

@Suite("Documents of Open311")
struct DocumentTests {
    @Test("Every document is read back as it was written", arguments: GeoFormat.allCases)
    func roundTrip(format: GeoFormat) throws {
        for count in 0...2 {
            let services = Array(Samples.services.prefix(count))
            #expect(try GeoDocument.services(GeoDocument.write(services, as: format), as: format) == services)
            let requests = Array([Samples.whole, Samples.bare].prefix(count))
            #expect(try GeoDocument.requests(GeoDocument.write(requests, as: format), as: format) == requests)
            let receipts = Array(
                [GeoReceipt(id: "5", serviceNotice: "Thanks"), GeoReceipt(id: nil, token: "t", accountID: "9")].prefix(
                    count))
            #expect(try GeoDocument.receipts(GeoDocument.write(receipts, as: format), as: format) == receipts)
            let tokens = Array([GeoToken(token: "t", id: nil), GeoToken(token: "u", id: "6")].prefix(count))
            #expect(try GeoDocument.tokens(GeoDocument.write(tokens, as: format), as: format) == tokens)
            let faults = Array([GeoFault(404, "No <b>."), GeoFault(403, "Key?")].prefix(count))
            #expect(try GeoDocument.faults(GeoDocument.write(faults, as: format), as: format) == faults)
        }
        let definition = GeoDocument.write(Samples.definition, as: format)
        #expect(try GeoDocument.definition(definition, as: format) == Samples.definition)
        let discovery = GeoDocument.write(Samples.discovery, as: format)
        #expect(try GeoDocument.discovery(discovery, as: format) == Samples.discovery)
    }

    @Test("Pieces make the same document as the reports do", arguments: GeoFormat.allCases)
    func pieces(format: GeoFormat) {
        for count in 0...2 {
            let requests = Array([Samples.whole, Samples.bare].prefix(count))
            let joined = GeoDocument.join(requests.map { GeoPiece($0, as: format) }, as: format)
            #expect(joined == GeoDocument.write(requests, as: format))
        }
    }

    @Test("XML has no characters that XML can't have")
    func harmfulCharacters() throws {
        var service = Samples.services[1]
        service.name = "a\u{0}b\u{8}c\u{FFFE}d\u{FFFF}e\tf\rg"
        let read = try GeoDocument.services(GeoDocument.write([service], as: .xml), as: .xml)
        #expect(read.map(\.name) == ["abc\u{FFFD}d\u{FFFD}e\tf\rg"])
        #expect(try GeoDocument.services(GeoDocument.write([service], as: .json), as: .json) == [service])
        var request = Samples.bare
        request.extendedAttributes = [.init("a b<&>", "1"), .init("9", "2"), .init("", "3")]
        let names = try GeoDocument.requests(GeoDocument.write([request], as: .xml), as: .xml)[0].extendedAttributes
        #expect(names?.map(\.name) == ["a_b___", "_9", "_"])
    }

    @Test("In JSON, codes and numbers of reports are texts, and what is absent is null")
    func types() throws {
        func json(_ bytes: [UInt8]) throws -> [[String: Any]] {
            try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
        }
        let request = try json(GeoDocument.write([Samples.bare], as: .json))[0]
        #expect(request["service_request_id"] as? String == "18")
        #expect(request["service_code"] as? String == "002")
        for name in ["status_notes", "lat", "long", "media_url", "zipcode", "expected_datetime"] {
            #expect(request[name] is NSNull, "\(name)")
        }
        #expect(request["notes"] == nil)
        let whole = try json(GeoDocument.write([Samples.whole], as: .json))[0]
        #expect(whole["lat"] as? Double == 50.4501)
        let service = try json(GeoDocument.write(Samples.services, as: .json))[0]
        #expect(service["metadata"] as? Bool == true)
        #expect(try json(GeoDocument.write([GeoFault(400, "No.")], as: .json))[0]["code"] as? Int == 400)
    }

    private static let cities: [(GeoFormat, String)] = [
        (
            .xml,
            """
            <?xml version="1.0" encoding="utf-8"?><service_requests><request><service_request_id>638344</service_request_id>
            <status>closed</status><status_notes>Duplicate request.</status_notes><service_name>Sidewalk</service_name>
            <service_code>006</service_code><description/><agency_responsible></agency_responsible>
            <requested_datetime>2010-04-14T06:37:38-08:00</requested_datetime><lat>37.762221815</lat>
            <long>-122.4651145</long></request></service_requests>
            """
        ),
        (
            .json,
            """
            [{"service_request_id":638344,"status":"closed","status_notes":"Duplicate request.","service_name":"Sidewalk",
            "service_code":"006","description":"","requested_datetime":"2010-04-14T06:37:38-08:00","lat":"37.762221815",
            "long":-122.4651145,"media_url":null}]
            """
        ),
    ]

    @Test("Answers of other servers are read, with numbers for texts and texts for numbers", arguments: cities)
    func otherServers(format: GeoFormat, document: String) throws {
        let requests = try GeoDocument.requests(Array(document.utf8), as: format)
        var expected = GeoRequest(
            id: "638344", status: .closed, serviceCode: "006", requested: GeoTime("2010-04-14T06:37:38-08:00")!)
        (expected.statusNotes, expected.serviceName) = ("Duplicate request.", "Sidewalk")
        (expected.latitude, expected.longitude) = (37.762221815, -122.4651145)
        #expect(requests == [expected])
    }

    @Test(
        "Bytes that are no document are refused with a reason",
        arguments: [
            (.xml, "", "XML"), (.xml, "<a>", "XML"), (.xml, "<services/>", "expected"), (.json, "", "JSON"),
            (.json, "[{]", "JSON"), (.json, "[{}]", "status"),
            (.json, #"[{"status":"lost","requested_datetime":"x"}]"#, "lost"),
            (.json, #"[{"status":"open","requested_datetime":"x"}]"#, "x"),
        ] as [(GeoFormat, String, String)])
    func isRefused(format: GeoFormat, document: String, word: String) {
        let error = #expect(throws: GeoError.self) { try GeoDocument.requests(Array(document.utf8), as: format) }
        #expect(error?.description.contains(word) == true)
    }

    @Test("Damaged documents never stop the program")
    func damage() {
        for format in GeoFormat.allCases {
            let whole = GeoDocument.write([Samples.whole, Samples.bare], as: format)
            var random = RandomSource(seed: 4)
            for _ in 0..<2000 {
                var bytes = whole
                for _ in 0..<1 + random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
                _ = try? GeoDocument.requests(Array(bytes.prefix(random.below(bytes.count + 1))), as: format)
                _ = try? GeoDocument.requests(bytes, as: format)
                _ = try? GeoDocument.definition(bytes, as: format)
            }
        }
    }

    private struct Served: Codable {
        let files: [String: Data]
        let format: String
    }

    @Test("georeport reads what is written, in both formats", arguments: GeoFormat.allCases)
    func georeport(format: GeoFormat) async throws {
        let name = format.rawValue
        let files = [
            "/services.\(name)": GeoDocument.write(Samples.services, as: format),
            "/services/001.\(name)": GeoDocument.write(Samples.definition, as: format),
            "/requests.\(name)": GeoDocument.write([Samples.whole, Samples.bare], as: format),
            "/requests/0017.\(name)": GeoDocument.write([Samples.whole], as: format),
        ]
        struct Answer: Decodable {
            let services: [String]
            let attributes: [String]
            let requests: [[String?]]
            let one: String
        }
        let answer: Answer = try await GeoOracle.run(
            """
            import georeport, http.server, threading
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    body = base64.b64decode(given["files"][self.path.partition("?")[0]])
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                def log_message(self, *_): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            api = georeport.GeoReport(f"http://127.0.0.1:{server.server_port}", output_format=given["format"])
            definition = api.get_service_definition("001")["attributes"]
            definition = definition if isinstance(definition, list) else definition["attribute"]
            answer = {
                "services": [service["service_name"] for service in api.get_service_list()],
                "attributes": [attribute["code"] for attribute in definition],
                "requests": [[r["service_request_id"], r["status_notes"], r["media_url"], r["address"]]
                             for r in api.get_service_requests()],
                "one": api.get_service_request("0017")["description"]}
            server.shutdown()
            """, given: Served(files: files.mapValues { Data($0) }, format: name))
        #expect(answer.services == Samples.services.map(\.name))
        #expect(answer.attributes == ["district", "phone", "kinds", "note"])
        #expect(answer.one == Samples.nasty)
        #expect(
            answer.requests == [
                ["0017", "rejected: \(Samples.nasty)", Samples.whole.mediaURL, "вул. Хрещатик, 1"],
                ["18", nil, nil, nil],
            ])
    }
}
