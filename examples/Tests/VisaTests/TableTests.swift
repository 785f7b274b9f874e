import ExamplesTestSupport
import Foundation
import Testing

/// How visa reads tables, from the PDF to the answer.
@Suite("Tables that visa reads")
struct TableTests {
    private let person: Person
    private let server: BadServer
    typealias Row = Person.Status.Row

    init() throws {
        person = try Person()
        server = try BadServer()
    }

    func rows(_ pages: [[[String]]], _ number: String = "21000000007", _ options: String...) throws -> [Row] {
        try server.put(TablePDF.bytes(pages))
        #expect(try person.visa.run(["track", number, "--source", server.address()] + options).status == 0)
        #expect(try person.visa("update").status == 0)
        return try person.status().applications[0].rows
    }

    static let other = [["21000000001", "Approved", "01-Jun-12"], ["21000000002", "Refused", "02-Jun-12"]]

    @Test("A number may be on two rows: both count, and the last is its status")
    func twice() throws {
        let found = try rows([
            [TablePDF.header, ["21000000007", "Under review", "01-Jun-12"]] + Self.other,
            [TablePDF.header, ["21000000007", "Issued", "14-Jun-12"], ["21000000007", "Issued", "14-Jun-12"]],
        ])
        #expect(found == [Row(status: "Under review", date: "01-Jun-12"), Row(status: "Issued", date: "14-Jun-12")])
        #expect(try person.status().applications[0].status == "Issued")
    }

    @Test(
        "Dates in any language keep their own words",
        arguments: [
            ("refused (see letter)", "14-Jun-12"), ("refused \\ (see (the) letter)", "14. März 2012"),
            ("Approuvé", "14 août 2012"), ("Issued", "2012/06/14"), ("Issued", "14.06.12"),
            ("Ausgestellt", "14-Mai-12"),
        ])
    func words(status: String, date: String) throws {
        #expect(
            try rows([[TablePDF.header] + Self.other + [["21000000007", status, date]]])
                == [Row(status: status, date: date)])
    }

    @Test(
        "Numbers may be written in groups",
        arguments: ["2100 0000007", "210 0000 0007", "21000 000007", "2100\u{A0}0000007"])
    func spaces(number: String) throws {
        #expect(
            try rows([[TablePDF.header] + Self.other + [[number, "Issued", "14-Jun-12"]]])
                == [Row(status: "Issued", date: "14-Jun-12")])
    }

    @Test(
        "A row may be split by the end of a page",
        arguments: [
            ([["21000000007", "Refused", ""]], [["14-Jun-12"]]),
            (
                [["21000000007", "Refused", ""], ["Page 1 of 2"]],
                [["List of decisions"], TablePDF.header, ["14-Jun-12"]]
            ),
            ([["21000000007"]], [TablePDF.header, ["", "Refused", "14-Jun-12"]]),
            ([["21000000007", "", ""]], [["", "Refused", "14-Jun-12"]]),
        ])
    func pageBreak(end: [[String]], start: [[String]]) throws {
        let found = try rows([
            [["List of decisions"], TablePDF.header] + Self.other + end,
            start + [["21000000008", "Approved", "15-Jun-12"], ["21000000009", "Approved", "15-Jun-12"]],
        ])
        #expect(found == [Row(status: "Refused", date: "14-Jun-12")])
    }

    @Test("A cell may continue in the next line or on the next page", arguments: [true, false])
    func longCells(isSplit: Bool) throws {
        let first =
            [["List of decisions"], TablePDF.header] + Self.other + [["21000000007", "refused (see", "14-Jun-12"]]
        let second = [["", "letter)"], ["21000000008", "Approved", "15-Jun-12"]]
        let found = try rows(isSplit ? [first, second] : [first + second])
        #expect(found == [Row(status: "refused (see letter)", date: "14-Jun-12")])
    }

    @Test("A status is marked as incomplete if the next line may belong to another row")
    func uncertain() throws {
        let found = try rows([
            [TablePDF.header] + Self.other + [
                ["21000000007", "Not approved: the", "14-Jun-12"], ["", "applicant may ask"],
                ["21000000008", "Approved", "15-Jun-12"],
            ]
        ])
        #expect(found == [Row(status: "Not approved: the … (incomplete)", date: "14-Jun-12")])
        #expect(try person.visa("status").output.contains("Not approved: the … (incomplete)"))
    }

    @Test(
        "A status that may continue on the next page is either joined or marked as incomplete",
        arguments: [true, false])
    func longStatus(hasGap: Bool) throws {
        let first =
            [["List of decisions"], TablePDF.header] + Self.other + [["21000000007", "Not approved: the", "14-Jun-12"]]
        let rest = [TablePDF.header, ["", "applicant may ask"]] + (hasGap ? [[]] : [])
        let found = try rows([
            first, rest + [["21000000008", "Approved", "15-Jun-12"], ["21000000009", "No", "15-Jun-12"]],
        ])
        #expect(
            found == [
                Row(
                    status: hasGap ? "Not approved: the applicant may ask" : "Not approved: the … (incomplete)",
                    date: "14-Jun-12")
            ])
    }

    @Test("A row whose date is not a date is incomplete and not found", arguments: ["(see", "letter)", "pending", "7"])
    func noDate(words: String) throws {
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [["21000000007", "Refused", words]]]))
        try person.track("21000000007", "--source", server.address())
        let result = try person.visa("update")
        #expect(result.status == 65)
        #expect(result.errors.contains("21000000007 is listed, but its date “\(words)” is not a date."))
        let application = try person.status().applications[0]
        #expect(application.rows == [Row(status: "Refused … (incomplete)", date: nil)])
        #expect(application.lastCheck?.outcome == "unreadable")
        #expect(application.lastFound == nil)
    }

    @Test("A row whose date is not a date leaves what is known as it is if it says nothing new")
    func noDateAgain() throws {
        let known = Row(status: "Refused (see letter)", date: "14-Jun-12")
        let before = try rows([[TablePDF.header] + Self.other + [["21000000007", known.status, "14-Jun-12"]]])
        #expect(before == [known])
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [["21000000007", "Refused", "(see"]]]))
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].rows == [known])
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [["21000000007", "Issued", "(see"]]]))
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].rows == [Row(status: "Issued … (incomplete)", date: nil)])
    }

    @Test("A row that was recognized in a picture is shown but unreadable, and no number counts as not listed")
    func recognized() throws {
        let picture = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q 3 Tr"
        let row = ["21000000007", "Refused", "14-Jun-12"]
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [row]], drawn: picture))
        for number in ["21000000007", "21000000008"] { try person.track(number, "--source", server.address()) }
        #expect(try person.visa("update").status == 65)
        let applications = try person.status().applications
        #expect(applications.map(\.rows) == [[Row(status: "Refused", date: "14-Jun-12")], []])
        #expect(applications.map(\.lastCheck?.outcome) == ["unreadable", "unreadable"])
        #expect(applications[0].lastCheck?.reason?.contains("21000000007 was recognized in a picture") == true)
        #expect(applications[1].lastCheck?.reason?.contains("the text was recognized in a picture") == true)
    }

    @Test("A dash in the column of the date is kept as it is", arguments: ["-", "*"])
    func dash(words: String) throws {
        let found = try rows([[TablePDF.header] + Self.other + [["21000000007", "Under review", words]]])
        #expect(found == [Row(status: "Under review", date: words)])
    }

    @Test(
        "Statuses and dates are whole in tables that a browser printed", arguments: ["chromium", "wkhtmltopdf"])
    func browsers(producer: String) throws {
        let file = TableFile(checkedIn: "\(producer)-3-most-serif-plain")
        try server.put(Array(Data(contentsOf: URL(filePath: file.path))))
        let table = try file.cells.dropFirst().prefix(12)
        for row in table { try person.track(row[0], "--source", server.address()) }
        #expect(try person.visa("update").status == 0)
        #expect(
            try person.status().applications.map(\.rows)
                == table.map { [Row(status: $0[1], date: $0[2].isEmpty ? nil : $0[2])] })
    }

    @Test("A row with a number but no status is unreadable")
    func emptyStatus() throws {
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [["21000000007", "", "14-Jun-12"]]]))
        try person.track("21000000007", "--source", server.address())
        let result = try person.visa("update")
        #expect(result.status == 65)
        #expect(try person.status().applications[0].lastCheck?.reason?.contains("21000000007 is listed, but") == true)
    }

    @Test("The mark of a footnote beside a number is not its status", arguments: ["a", "b)", "1"])
    func markedNumber(mark: String) throws {
        let row = ["21000000007 \(mark)", "", "14-Jun-12"]
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [row]]))
        try person.track("21000000007", "--source", server.address())
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].lastCheck?.reason?.contains("21000000007 is listed, but") == true)
    }

    @Test(
        "The number of the table beside it is not taken for a row's date",
        arguments: [
            ["21000000007", "Issued", "21000000140", "Refused"], ["21000000007", "Issued", "2100 0000140", "Refused"],
        ])
    func numbersBeside(line: [String]) throws {
        let header = ["Number", "Status", "Number", "Status"]
        let found = try rows([[header, ["21000000000", "Refused", "21000000133", "Issued"], line]])
        #expect(found == [Row(status: "Issued", date: nil)])
    }

    @Test("Lines of the table beside it are not added to a row, even if they are just as close")
    func numbersBetween() throws {
        let found = try rows([
            [
                ["Number", "Status", "Number", "Status"], ["21000000000", "Issued", "21000000133", "Refused"],
                ["21000000007", "Issued"], ["", "", "21000000140", "Refused"], ["", "", "21000000147", "Refused"],
            ]
        ])
        #expect(found.map(\.date) == [nil])
    }

    @Test("The number of the table beside it is not taken for a date if number and status share a cell")
    func closeBeside() throws {
        try server.put(
            TablePDF.bytes(
                [[["Number and status", "Number and status"], ["21000000007 Issued", "21000000140 Refused"]]],
                lefts: [50, 300]))
        try person.track("21000000007", "--source", server.address())
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].rows == [Row(status: "Issued", date: nil)])
    }

    @Test(
        "A number that is broken into lines is unreadable, wherever the other cells stand",
        arguments: [
            [["210000", "Issued", "14-Jun-12"], ["00007"]], [["210000"], ["", "Issued", "14-Jun-12"], ["00007"]],
            [["2100", "Issued", "14-Jun-12"], ["0000", "at last"], ["007"]],
        ])
    func brokenNumber(lines: [[String]]) throws {
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + lines + Self.other]))
        try person.track("21000000007", "--source", server.address())
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].lastCheck?.reason?.contains("21000000007 is listed, but") == true)
        try person.track("21000000008")
        #expect(try person.visa("update").status == 65)
        #expect(try person.status("21000000008").applications[0].lastCheck?.outcome == "notFound")
    }

    @Test("A number that is broken into lines is unreadable even if each line of the page has a single cell")
    func brokenNumberAlone() throws {
        let lines = (0..<5).flatMap { [["2100000"], ["", "Issued"], ["000\($0)"]] }
        try server.put(TablePDF.bytes([lines]))
        try person.track("21000000003", "--source", server.address(), "--columns", "1,2")
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].lastCheck?.reason?.contains("21000000003 is listed, but") == true)
    }

    @Test("All tracked numbers in a line are found if tables stand side by side", arguments: ["1,2,3", "3,2,1"])
    func sideBySide(columns: String) throws {
        func line(_ left: [String], _ right: [String]) -> [String] {
            columns == "1,2,3" ? left + right : left.reversed() + right.reversed()
        }
        let lines = [
            line(["21000000000", "Issued", "01-Jun-12"], ["21000000280", "Refused", "13-Jun-12"]),
            line(["21000000007", "Refused", "02-Jun-12"], ["21000000287", "", "14-Jun-12"]),
        ]
        try server.put(TablePDF.bytes([lines], lefts: [30, 120, 200, 300, 390, 470]))
        let numbers = ["21000000000", "21000000280", "21000000007", "21000000287"]
        for number in numbers { try person.track(number, "--source", server.address(), "--columns", columns) }
        #expect(try person.visa("update").status == 65)
        let applications = try person.status().applications
        #expect(applications.map(\.number) == numbers)
        #expect(
            applications.map(\.rows) == [
                [Row(status: "Issued", date: "01-Jun-12")], [Row(status: "Refused", date: "13-Jun-12")],
                [Row(status: "Refused", date: "02-Jun-12")], [],
            ])
    }

    @Test("Rows of tables side by side may both be split by the end of a page")
    func sideBySideSplit() throws {
        let others = ["21000000001", "Issued", "01-Jun-12", "21000000281", "Refused", "13-Jun-12"]
        try server.put(
            TablePDF.bytes(
                [
                    [others, ["21000000007", "Refused", "", "21000000287", "Issued", ""]],
                    [["", "", "02-Jun-12", "", "", "14-Jun-12"], others, others],
                ], lefts: [30, 120, 200, 300, 390, 470]))
        for number in ["21000000007", "21000000287"] { try person.track(number, "--source", server.address()) }
        #expect(try person.visa("update").status == 0)
        #expect(
            try person.status().applications.flatMap(\.rows) == [
                Row(status: "Refused", date: "02-Jun-12"), Row(status: "Issued", date: "14-Jun-12"),
            ])
    }

    @Test("A number with nothing but other numbers beside it is unreadable", arguments: ["1,2,3", "4,3,2", "2,1,3"])
    func numbersAlone(columns: String) throws {
        let numbers = (0..<8).map { "2100000000\($0)" }
        try server.put(TablePDF.bytes([[["Issued:"], Array(numbers[..<4]), Array(numbers[4...])]]))
        try person.track("21000000005", "--source", server.address(), "--columns", columns)
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].rows == [])
    }

    @Test(
        "Text below the table is not added to its last row", arguments: [["Page 1 of 3"], ["See overleaf for 2 dates"]])
    func footers(footer: [String]) throws {
        let found = try rows([
            [TablePDF.header] + Self.other + [["21000000007", "Under review", ""], footer],
            [footer, ["21000000008", "Approved", "15-Jun-12"]],
        ])
        #expect(found == [Row(status: "Under review", date: nil)])
    }

    @Test("Tables may have other columns")
    func columns() throws {
        let found = try rows(
            [
                [
                    ["Date", "Name", "Decision", "Number"], ["14-Jun-12", "A", "Issued", "7/2012"],
                    ["15-Jun-12", "B", "No", "8/2012"],
                ]
            ],
            "7/2012", "--pattern", #"\d+/\d{4}"#, "--columns", "4,3,1")
        #expect(found == [Row(status: "Issued", date: "14-Jun-12")])
    }

    @Test("The weekly table of Ireland can be read")
    func ireland() throws {
        let found = try rows(
            [[["Application Number", "Decision"], ["12345678", "Approved"], ["12345679", "Refused"]]],
            "1234 5679", "--preset", "ireland")
        #expect(found == [Row(status: "Refused", date: nil)])
    }

    @Test(
        "A longer number that contains a tracked number doesn't match",
        arguments: ["210000000070", "121000000007", "21000000007A"])
    func otherNumbers(number: String) throws {
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [[number, "Issued", "14-Jun-12"]]]))
        try person.track("21000000007", "--source", server.address())
        #expect(try person.visa("update").status == 66)
    }

    @Test("A number whose first groups equal a tracked number doesn't match")
    func groups() throws {
        try server.put(
            TablePDF.bytes([[["Number and status", "Date"], ["12 345 Refused", "14-Jun-12"]]], lefts: [50, 300]))
        try person.track("12", "--source", server.address(), "--pattern", #"\d+"#)
        #expect(try person.visa("update").status == 66)
        try person.track("12345")
        #expect(try person.visa("update").status == 66)
        #expect(try person.status("12345").applications[0].rows == [Row(status: "Refused", date: "14-Jun-12")])
    }

    @Test("Number and status may be so close that they share a cell")
    func close() throws {
        try server.put(
            TablePDF.bytes(
                [[["Number and status", "Date"], ["21000000007 Refused", "14-Jun-12"]]], lefts: [50, 300]))
        try person.track("21000000007", "--source", server.address(), "--columns", "1,2,3")
        #expect(try person.visa("update").status == 0)
        #expect(try person.status().applications[0].rows == [Row(status: "Refused", date: "14-Jun-12")])
    }

    @Test("Control characters in a PDF never reach the terminal")
    func hostile() throws {
        let found = try rows([[TablePDF.header] + Self.other + [["21000000007", "Issued \u{9B}2J", "\u{1B}[2J"]]])
        #expect(found.count == 1)
        for arguments in [["status"], ["status", "--format", "json"], ["status", "--format", "tsv"], ["update"]] {
            let result = try person.visa.run(arguments)
            #expect(!(result.output + result.errors).unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test(
        "A number that shares its cell with other text is unreadable, and not reported as missing",
        arguments: [
            "21000000007*", "21000000007 1", "21000000007.", "No. 21000000007", "(21000000007)",
            "21000000007/21000000008",
        ])
    func mentioned(cell: String) throws {
        try server.put(TablePDF.bytes([[TablePDF.header] + Self.other + [[cell, "Refused", "14-Jun-12"]]]))
        try person.track("21000000007", "--source", server.address())
        #expect(try person.visa("update").status == 65)
        #expect(try person.status().applications[0].lastCheck?.reason?.contains("21000000007 is listed, but") == true)
    }
}
