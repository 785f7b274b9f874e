import ExamplesTestSupport
import Foundation
import Testing

@Suite("Lookup services")
struct ServiceTests {
    private let person: Person
    private let server: BadServer
    private typealias Row = Person.Status.Row

    init() throws {
        person = try Person()
        server = try BadServer()
        try server.put(TablePDF.list(rows: 20))
    }

    private func update(_ answer: String?, _ way: String = "plain", source: Bool = true) throws -> (Int32, Row?) {
        if let answer { try server.put(Array(answer.utf8), as: "21000000001.json") }
        try person.track(
            "21000000001", "--service", server.address(way, "{number}.json"),
            "--source", source ? server.address() : "http://127.0.0.1:1/")
        let status = try person.visa("update").status
        return (status, try person.status().applications[0].rows.last)
    }

    @Test("If a service answers with status and date, no PDF is fetched", arguments: ["\"14-Jun-12\"", "null"])
    func answers(date: String) throws {
        let (status, row) = try update(#"{"status":" Issued ","date":\#(date),"more":[1]}"#)
        #expect(status == 0)
        #expect(row == Row(status: "Issued", date: date == "null" ? nil : "14-Jun-12"))
        #expect(try server.requests.map { $0["path"] } == ["/plain/21000000001.json"])
    }

    @Test(
        "The PDF is read if the service fails or doesn't know the number",
        arguments: [
            (nil, "plain"), (#"{"status":null}"#, "plain"), (#"{"status":""}"#, "plain"), ("{}", "plain"),
            ("<html>", "plain"), (#"{"status":5}"#, "plain"), (nil, "status=500"), (nil, "nothing"),
            (String(repeating: "[", count: 60_000), "plain"), (String(repeating: " ", count: 70_000), "plain"),
        ] as [(String?, String)])
    func fallsBack(answer: String?, way: String) throws {
        let (status, row) = try update(answer, way)
        #expect(status == 0)
        #expect(row == Row(status: "Approved", date: "14-Jun-12"))
        #expect(try server.requests.count == 2)
    }

    @Test(
        "A number may have a service but no PDF",
        arguments: [
            ("{}", "plain", 66), ("<html>", "plain", 65), ("{}", "nothing", 69), ("{}", "status=500", 69),
            ("{}", "status=429", 69), ("{}", "status=404", 66),
        ] as [(String, String, Int32)])
    func alone(answer: String, way: String, status: Int32) throws {
        try server.put(Array(answer.utf8), as: "21000000001.json")
        try person.track("21000000001", "--service", server.address(way, "{number}.json"))
        let result = try person.visa("update")
        #expect(result.status == status)
        // Each failure is reported once.
        #expect(result.errors.split(separator: "\n").count == (status == 66 ? 0 : 1), "\(result.errors)")
    }

    @Test("Only a new answer of the service or the PDF is news, not a service that comes and goes")
    func comesAndGoes() throws {
        func quietly(_ answer: String) throws -> (news: String, shown: Row?) {
            try server.put(Array(answer.utf8), as: "21000000001.json")
            let news = try person.visa("update", "--quiet").output
            return (news, try person.status().applications[0].rows.last)
        }
        let appeal = Row(status: "Under appeal", date: nil)
        let answer = #"{"status":"Under appeal","date":""}"#
        try person.track(
            "21000000001", "--service", server.address("plain", "{number}.json"), "--source", server.address())
        #expect(try quietly(answer).news.contains("Under appeal"))
        // The PDF says something new.
        #expect(try quietly("<html>").news.contains("14-Jun-12  just now  Approved"))
        for text in [answer, "<html>", answer, "{}"] {
            let (news, shown) = try quietly(text)
            #expect(news.isEmpty)
            #expect(shown == appeal)
        }
        try server.put(TablePDF.list(rows: 20, status: "Issued"))
        #expect(try quietly("<html>").shown == Row(status: "Issued", date: "14-Jun-12"))
        #expect(try quietly(#"{"status":"Dispatched"}"#).news.contains("Dispatched"))
        let history = try #require(try person.status("--history").applications[0].history)
        #expect(history.map { $0.rows.last?.status } == ["Under appeal", "Approved", "Issued", "Dispatched"])
    }

    @Test("Once a service is removed, the PDF's answer is the status again, which is no news")
    func removed() throws {
        try server.put(Array(#"{"status":"Under appeal"}"#.utf8), as: "21000000001.json")
        for service in ["", server.address("plain", "{number}.json")] {
            try person.track("21000000001", "--source", server.address(), "--service", service)
            #expect(try person.visa("update").status == 0)
        }
        #expect(try person.status().applications[0].rows == [Row(status: "Under appeal", date: nil)])
        try person.track("21000000001", "--service", "")
        #expect(try person.visa("update", "--quiet").output.isEmpty)
        let application = try #require(try person.status("--history").applications.first)
        #expect(application.rows == [Row(status: "Approved", date: "14-Jun-12")])
        #expect(application.history?.count == 2)
    }

    @Test("The number is percent-encoded in the service's address, except for letters, digits and -._~")
    func encodes() throws {
        try person.track("7/2012 ä-._~", "--pattern", ".*", "--service", server.address("plain", "{number}.json"))
        try person.visa("update")
        #expect(try server.requests.map { $0["path"] } == ["/plain/7%2F2012%C3%A4-._~.json"])
    }
}
