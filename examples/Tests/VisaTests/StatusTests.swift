import ExamplesTestSupport
import Foundation
import Testing

@Suite("visa status")
struct StatusTests {
    private let person: Person

    init() throws {
        person = try Person(["NO_COLOR": "1"])
        let server = try BadServer()
        try server.put(TablePDF.list(rows: 2, status: "Under review"))
        try person.track("21000000000", "--source", server.address(), "--label", "Anna")
        try person.track("21999999999")
        try #require(try person.visa("update").status == 66)
    }

    @Test(
        "A mistyped command ends with status 64 and a list of the commands",
        arguments: [["staus"], ["status", "Anna"], ["updat"]])
    func slips(arguments: [String]) throws {
        for person in [person, try Person()] {
            let result = try person.visa.run(arguments)
            #expect(result.status == 64)
            for text in [arguments.last ?? "", "status", "track", "update", "untrack"] {
                #expect(result.errors.contains(text))
            }
        }
        #expect(try person.visa("untrack", "Anna").status == 64)
        #expect(try person.visa("status", "21000000009").status == 66)
    }

    private func lines(_ columns: Int) throws -> [String] {
        try person.visa(columns: columns, "status").output.split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test(
        "Number, status and date are shown on a terminal of any width",
        arguments: [1, 5, 12, 20, 25, 30, 33, 34, 36, 60]
    )
    func narrow(columns: Int) throws {
        let lines = try lines(columns)
        #expect(lines.allSatisfy { $0.count <= columns })
        let text = lines.joined().filter { $0 != " " }
        for words in ["21000000000", "Under", "review", "14-Jun-12", "21999999999", "notlisted"] {
            #expect(text.contains(words), "\(words) in \(lines)")
        }
        // Looking at the table cleared the news.
        #expect(try person.status().applications[0].changed == false)
    }

    @Test("The status is a table if number, date and a status of ten letters fit, and a stack of lines if not")
    func form() throws {
        #expect(
            try lines(36) == [
                "NUMBER         DATE       STATUS", "● 21000000000  14-Jun-12  Under",
                "                          review",
                "  21999999999             not listed",
            ])
        #expect(
            try lines(33) == [
                "NUMBER, STATUS, CHECKED", "21000000000", "Anna", "Under review, 14-Jun-12", "just now", "21999999999",
                "not listed", "just now",
            ])
    }
}
