import ExamplesTestSupport
import GeoReport
import TestSupport
import Testing

@Suite("Fields of requests")
struct FormTests {
    @Test("Random fields are read as Python's urllib reads them")
    func agreesWithPython() async throws {
        var random = RandomSource(seed: 3)
        let pieces = [
            "a", "attribute[x][]", "%41", "%", "%2", "%zz", "+", "=", "&", "%D1%96", "%FF", "і", " ", ";", "%00",
        ]
        let texts = (0..<500).map { _ in (0..<random.below(14)).map { _ in random.pick(pieces) }.joined() }
        let expected: [[[String]]] = try await Python.run(
            """
            import urllib.parse
            answer = [urllib.parse.parse_qsl(text, keep_blank_values=True, errors="replace") for text in given]
            """, given: texts)
        for (text, pairs) in zip(texts, expected) {
            let fields = try GeoForm(urlencoded: text).fields
            #expect(fields.map { [$0.name, $0.value] } == pairs, "\(text)")
        }
    }

    @Test("A request with too many fields is refused")
    func tooMany() {
        #expect(throws: GeoFault.self) { try GeoForm(urlencoded: String(repeating: "a=b&", count: 501)) }
    }

    private static let now = GeoTime("2026-06-01T00:00:00Z")!

    private static func query(_ text: String) throws -> GeoQuery { try GeoQuery(GeoForm(urlencoded: text), now: now) }

    private static func times(_ text: String) throws -> [String] {
        guard case .matching(_, _, let from, let to) = try query(text).selection else { return [] }
        return ["\(from)", "\(to)"]
    }

    @Test(
        "A time of at most 90 days is asked for",
        arguments: [
            ("", "2026-03-03T00:00:00Z", "2026-06-01T00:00:00Z"),
            ("start_date=&end_date=&status=", "2026-03-03T00:00:00Z", "2026-06-01T00:00:00Z"),
            ("start_date=2025-06-01T00:00:00Z", "2025-06-01T00:00:00Z", "2025-08-30T00:00:00Z"),
            ("start_date=2026-05-30T00:00:00Z", "2026-05-30T00:00:00Z", "2026-06-01T00:00:00Z"),
            ("end_date=2026-01-31T00:00:00Z", "2025-11-02T00:00:00Z", "2026-01-31T00:00:00Z"),
            ("start_date=2020-01-01T00:00:00Z&end_date=2026-01-31", "2025-11-02T00:00:00Z", "2026-01-31T00:00:00Z"),
            (
                "start_date=2026-01-01T02:00:00%2B02:00&end_date=2026-01-02", "2026-01-01T02:00:00+02:00",
                "2026-01-02T00:00:00Z"
            ),
        ])
    func times(text: String, from: String, to: String) throws { #expect(try Self.times(text) == [from, to]) }

    @Test("Numbers, codes, statuses and pages are read")
    func queries() throws {
        #expect(
            try Self.query("service_request_id=1,2%2C+3&service_request_id=4&status=x").selection
                == .ids(["1", "2", "3", "4"]))
        let query = try Self.query(
            "service_code=a,b&status=closed&page=3&page_size=50&extensions=true&jurisdiction_id=x")
        #expect((query.page, query.pageSize, query.offset, query.wantsExtensions) == (3, 50, 100, true))
        guard case .matching(let codes, let statuses, _, _) = query.selection else { return #expect(Bool(false)) }
        #expect(codes == ["a", "b"] && statuses == [.closed])
        #expect(try Self.query("").pageSize == 1000)
    }

    @Test(
        "A query that can't be read is refused with 400 and the name of the field",
        arguments: [
            ("status=lost", "status"), ("start_date=yesterday", "start_date"), ("end_date=2026-02-30", "end_date"),
            ("page=0", "page"), ("page_size=1001", "page_size"), ("page_size=x", "page_size"),
            ("start_date=2026-02-01&end_date=2026-01-01", "start_date"),
        ])
    func badQueries(text: String, name: String) {
        let fault = #expect(throws: GeoFault.self) { try Self.query(text) }
        #expect(fault?.code == 400 && fault?.description.contains(name) == true)
    }

    @Test("A report is read with its attributes")
    func submission() throws {
        let form = try GeoForm(
            urlencoded: "service_code=001&lat=50.4501&long=30.5234&description=a%0Ab&attribute[district]=2&"
                + "attribute%5Bkinds%5D%5B%5D=a&attribute[kinds][]=a&attribute[empty]=&email=&first_name=%D0%86%D0%B2%D0%B0%D0%BD"
        )
        let submission = try GeoSubmission(form)
        #expect(submission.place.latitude == 50.4501 && submission.place.longitude == 30.5234)
        #expect(submission.attributes == ["district": ["2"], "kinds": ["a", "a"]])
        #expect(submission.firstName == "Іван" && submission.email == nil && submission.description == "a\nb")
        try submission.check(Samples.definition)
        #expect(try GeoSubmission(GeoForm(urlencoded: "service_code=1&address_string=x")).place.address == "x")
        let long = String(repeating: "ї", count: 4000)
        #expect(
            try GeoSubmission(GeoForm(urlencoded: "service_code=1&address_id=x&description=\(long)")).description
                == long)
    }

    @Test(
        "A report that lacks something or has a wrong value is refused with 400 and the name of the field",
        arguments: [
            ("lat=1&long=2", "service_code"), ("service_code=&lat=1&long=2", "service_code"),
            ("service_code=1", "place"),
            ("service_code=1&lat=abc&long=2", "lat"), ("service_code=1&lat=1", "long"),
            ("service_code=1&long=1", "lat"),
            ("service_code=1&lat=91&long=2", "lat"), ("service_code=1&lat=nan&long=2", "lat"),
            ("service_code=1&lat=1&long=-181", "long"),
            ("service_code=1&lat=1&long=1&description=" + String(repeating: "a", count: 4001), "4000"),
            ("service_code=1&lat=1&long=1", "district"),
            ("service_code=1&lat=1&long=1&attribute[district]=3", "district"),
            ("service_code=1&lat=1&long=1&attribute[district]=1&attribute[district]=2", "one value"),
            ("service_code=1&lat=1&long=1&attribute[district]=1&attribute[other]=2", "other"),
            ("service_code=1&lat=1&long=1&attribute[district]=1&attribute[note]=2", "note"),
        ])
    func badSubmissions(text: String, word: String) {
        let fault = #expect(throws: GeoFault.self) {
            try GeoSubmission(GeoForm(urlencoded: text)).check(Samples.definition)
        }
        #expect(fault?.code == 400 && fault?.description.contains(word) == true)
    }

    @Test("Random forms never stop the program")
    func fuzz() {
        MutatedTexts.each(
            seed: 5,
            of: ["service_code=1&lat=1&long=2&attribute[a][]=b", "status=open&page=1&start_date=2026-01-01T00:00:00Z"],
            with: "&=%[]+0123456789.-:TZabc\u{0}ї"
        ) { text in
            _ = try? GeoSubmission(GeoForm(urlencoded: text)).check(Samples.definition)
            _ = try? Self.query(text)
        }
    }
}
