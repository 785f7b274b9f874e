import ExamplesTestSupport
import Foundation
import Testing

/// Tables in which another text looks like a number, a status or a date.
@Suite("Columns that visa tells apart")
struct ColumnTests {
    private let person: Person
    private let server: BadServer
    private typealias Row = Person.Status.Row

    init() throws {
        person = try Person()
        server = try BadServer()
    }

    /// Tracks a number in a PDF and updates.
    private func update(
        _ pdf: [UInt8], _ number: String, _ options: String...
    ) throws -> (status: Int32, rows: [Row], reason: String?) {
        try server.put(pdf)
        let tracked = try person.visa.run(["track", number, "--source", server.address()] + options)
        try #require(tracked.status == 0, "\(tracked.errors)")
        let status = try person.visa("update").status
        let application = try #require(try person.status().applications.first { $0.number == number })
        return (status, application.rows, application.lastCheck?.reason)
    }

    private func expectUnreadable(_ found: (status: Int32, rows: [Row], reason: String?)) {
        #expect(found.status == 65)
        #expect(found.rows == [])
        #expect(found.reason?.contains("is listed, but its status can't be read") == true)
    }

    // MARK: Numbers

    /// A font in which some characters from this code on are others.
    private func font(_ code: Int, _ names: String) -> String {
        PDFWriter.helvetica.replacing(
            "/WinAnsiEncoding", with: "<< /BaseEncoding /WinAnsiEncoding /Differences [\(code) \(names)] >>")
    }

    private static let pattern = #"OAM-\d+/DP-\d{4}"#

    @Test(
        "A number is found no matter which hyphen the PDF has",
        arguments: ["2010", "2011", "2012", "2013", "00AD", "2212", "FE63", "FF0D"])
    func hyphens(code: String) throws {
        let font = font(45, "/uni\(code)")
        let other = ["OAM-10000/DP-2024", "Refused", "13.06.12"]
        let found = try update(
            TablePDF.bytes([[other, ["OAM-10001/DP-2024", "Issued", "14.06.12"]]], font: font), "OAM-10001/DP-2024",
            "--pattern", Self.pattern)
        #expect(found.rows == [Row(status: "Issued", date: "14.06.12")])
        let shared = try update(
            TablePDF.bytes(
                [[["OAM-10000/DP-2024 Refused", "13.06.12"], ["OAM-10001/DP-2024 Closed", "14.06.12"]]],
                lefts: [50, 300],
                font: font), "OAM-10001/DP-2024")
        #expect(shared.rows == [Row(status: "Closed", date: "14.06.12")])
    }

    @Test("A number is found in digits of another width or script", arguments: ["FF1", "066"])
    func digits(prefix: String) throws {
        let names = (0...9).map { "/uni\(prefix)\($0)" }.joined(separator: " ")
        let pdf = TablePDF.bytes([[["21000000006", "Refused"], ["21000000007", "Issued"]]], font: font(48, names))
        #expect(try update(pdf, "21000000007").rows.map(\.status) == ["Issued"])
    }

    @Test("A number is found in upper and lower case, and tracked once")
    func letters() throws {
        let pdf = TablePDF.bytes([[["OAM-10000/DP-2024", "Refused"], ["OAM-10001/DP-2024", "Issued"]]])
        let found = try update(pdf, "oam-10001/dp-2024", "--pattern", "(?i)\(Self.pattern)")
        #expect(found.status == 0)
        #expect(found.rows == [Row(status: "Issued", date: nil)])
        try person.track("OAM\u{2011}10001/DP\u{2011}2024")
        #expect(try person.status().applications.count == 1)
        #expect(try person.visa("untrack", "Oam-10001/dp-2024").status == 0)
    }

    @Test(
        "A number of several words is unreadable if it shares its cell with other text",
        arguments: [
            "OAM-10001/DP-2024*", "No. OAM-10001/DP-2024.", "(OAM-10001/DP-2024)", "OAM-10001/DP-2024, OAM-5/DP-1",
        ])
    func mentions(cell: String) throws {
        let pdf = TablePDF.bytes([[["OAM-10000/DP-2024", "Refused"], [cell, "Issued"]]], lefts: [50, 300])
        expectUnreadable(try update(pdf, "OAM-10001/DP-2024", "--pattern", Self.pattern, "--columns", "1,2"))
        try person.track("OAM-1000/DP-2024")
        try person.visa("update")
        let application = try #require(try person.status().applications.first { $0.number == "OAM-1000/DP-2024" })
        #expect(application.lastCheck?.outcome == "notFound")
    }

    @Test("A text of glyphs that can't be read is neither a status nor a date, and a part of one is incomplete")
    func illegible() throws {
        // No program knows this name of a glyph.
        let font = font(42, "/g17")
        let others = [["21000000001", "Approved", "13-Jun-12"], ["21000000002", "Refused", "13-Jun-12"]]
        func find(_ status: String, _ date: String) throws -> (status: Int32, rows: [Row], reason: String?) {
            try update(TablePDF.bytes([others + [["21000000007", status, date]]], font: font), "21000000007")
        }
        expectUnreadable(try find("*", "14-Jun-12"))
        #expect(
            try find("Iss*ed", "14-J*n-12").rows
                == [Row(status: "Iss\u{FFFD}ed … (incomplete)", date: "14-J\u{FFFD}n-12 … (incomplete)")])
        let undated = try find("Issued", "*")
        #expect(undated.status == 65)
        #expect(undated.reason?.contains("its date “\u{FFFD}” is not a date") == true)
    }

    @Test("A cell that repeats a part of a number is read quickly", .timeLimit(.minutes(5)))
    func repeatedPart() throws {
        let cell = "x" + String(repeating: " 10001", count: 50_000)
        let pdf = TablePDF.bytes([[["OAM-10000/DP-2024", "Refused"], [cell]]])
        let found = try update(pdf, "OAM-10001/DP-2024", "--pattern", Self.pattern, "--columns", "1,2")
        #expect(found.status == 66)
    }

    @Test("A date or a dash after number and status is no status", arguments: ["1,2", "1,2,3"])
    func dateBehindStatus(columns: String) throws {
        let rows = (1...6).map { ["2100000000\($0) Approved", $0 == 6 ? "-" : "14-Jun-12"] }
        let pdf = TablePDF.bytes([rows], lefts: [50, 300])
        let dated = try update(pdf, "21000000001", "--columns", columns)
        #expect(dated.rows.map(\.status) == ["Approved"])
        guard columns == "1,2,3" else { return }
        #expect(try update(pdf, "21000000006", "--columns", columns).rows == [Row(status: "Approved", date: "-")])
    }

    @Test(
        "Text after a number is not its status if the next column has one",
        arguments: ["60000005 (2 persons)", "60000005 *", "60000005 and 60000006"])
    func textBehindNumber(cell: String) throws {
        let others = [["60000003", "Approved"], ["60000004", "Refused"]]
        expectUnreadable(try update(TablePDF.bytes([others + [[cell, "Refused"]]]), "60000005", "--preset", "ireland"))
        let dated = (others + [[cell, "Refused"]]).map { $0 + ["14-Jun-12"] }
        expectUnreadable(
            try update(TablePDF.bytes([dated]), "60000005", "--pattern", #"\d{8}"#, "--columns", "1,2,3"))
    }

    @Test("Numbers in one ruled cell are found, but their statuses are incomplete")
    func sharedCell() throws {
        let rows =
            (0..<6).map { ["2100000001\($0)", "Approved", "14-Jun-12"] }
            + [["21000000007", "Refused: the", "15-Jun-12"], ["21000000008", "documents are missing"]]
        let rules = (0..<6).map { "40 \(796 - 14 * $0) m 500 \(796 - 14 * $0) l S" }.joined(separator: " ")
        try server.put(TablePDF.bytes([rows], drawn: rules))
        try person.track("21000000007", "--source", server.address())
        try person.track("21000000008")
        try person.visa("update")
        let applications = try person.status().applications
        #expect(applications.allSatisfy { $0.rows.allSatisfy { $0.status.hasSuffix(" … (incomplete)") } })
        #expect(applications.map(\.rows.count) == [1, 1])
    }

    // MARK: Columns

    private static let header = ["Number", "Note", "Status", "Date"]
    private static let first = [
        ["21000000001", "", "Refused", "13-Jun-12"], ["21000000002", "child", "Issued", "13-Jun-12"],
    ]
    private static let last = [
        ["21000000006", "", "Refused", "14-Jun-12"], ["21000000007", "", "Issued", "14-Jun-12"],
    ]

    @Test("A column that is empty on a page does not shift the others", arguments: [[header], []])
    func emptyColumn(header: [[String]]) throws {
        let pdf = TablePDF.bytes([header + Self.first, Self.last])
        let found = try update(pdf, "21000000007", "--columns", "1,3,4")
        #expect(found.status == 0)
        #expect(found.rows == [Row(status: "Issued", date: "14-Jun-12")])
    }

    @Test("A mark beside a row does not move the columns of later pages", arguments: ["Number", ""])
    func markBesideRow(heading: String) throws {
        let pages = (0..<3).map { page in
            (1...7).map { row in
                ["210000000\(page)\(row)", "Cork", "Refused", (page, row) == (1, 4) ? "*)" : ""]
            }
        }
        let header = heading.isEmpty ? [] : [[heading, "Embassy", "Status"]]
        let pdf = TablePDF.bytes([header + pages[0], pages[1], pages[2]], lefts: [50, 200, 400, 140])
        #expect(try update(pdf, "21000000021", "--columns", "1,3").rows == [Row(status: "Refused", date: nil)])
    }

    @Test("A status with two numbers is not a date", arguments: ["Stage 2/5", "2 of 3"])
    func numberedStatus(status: String) throws {
        let rows = [[["21000000006", "Approved", "14-Jun-12"], ["21000000007", status, ""]]]
        #expect(try update(TablePDF.bytes(rows), "21000000007").rows == [Row(status: status, date: nil)])
    }

    @Test("A date in the place of the status is not a status")
    func shiftedDate() throws {
        expectUnreadable(try update(TablePDF.bytes([Self.last]), "21000000007", "--columns", "1,3,4"))
    }

    @Test(
        "A row that lacks a column is incomplete if that may be the column of the status",
        arguments: ["1,2,4", "1,3,4"])
    func missingColumn(columns: String) throws {
        let rows = (0..<5).map { ["2100000000\($0)", "Dublin", "Lima"] }
        let found = try update(TablePDF.bytes([rows]), "21000000003", "--columns", columns)
        #expect(found.status == 0)
        let status = columns == "1,2,4" ? "Dublin" : "Lima"
        #expect(found.rows == [Row(status: "\(status) … (incomplete)", date: nil)])
    }

    @Test(
        "A ruled column that is empty on all pages makes the columns behind it incomplete", arguments: ["1,2", "1,3"])
    func emptyRuledColumn(columns: String) throws {
        let rows = (0..<5).map { ["2100000000\($0)", "", "Dublin", "14-Jun-12"] }
        let rules = [40, 190, 290, 390, 480].map { "\($0) 812 m \($0) 740 l S" }.joined(separator: " ")
        let pdf = TablePDF.bytes([rows], lefts: [50, 200, 300, 400], drawn: rules)
        let found = try update(pdf, "21000000003", "--columns", columns)
        #expect(found.status == 0)
        let status = columns == "1,2" ? "Dublin" : "14-Jun-12"
        #expect(found.rows == [Row(status: "\(status) … (incomplete)", date: nil)])
    }

    @Test("A status without a date is found even if a later column has a date of its own")
    func laterDate() throws {
        let rows = [
            ["21000000006", "Refused", "13-Jun-12", "01-May-12"], ["21000000007", "In progress", "", "02-May-12"],
            ["21000000008", "Issued", "14-Jun-12", "03-May-12"],
        ]
        let found = try update(TablePDF.bytes([rows]), "21000000007", "--columns", "1,2,3")
        #expect(found.status == 0)
        #expect(found.rows == [Row(status: "In progress", date: nil)])
    }

    @Test("A later table with a header of its own keeps its own columns")
    func otherTable() throws {
        let other = [["Number", "Decision", "Day"], ["21000000007", "Issued", "14-Jun-12"]].map { row in
            [row[0], "", row[1], row[2]]
        }
        let found = try update(
            TablePDF.bytes([[Self.header] + Self.first, other]), "21000000007", "--columns", "1,2,3")
        #expect(found.rows == [Row(status: "Issued", date: "14-Jun-12")])
    }

    @Test("Text beside the last row of a table makes no columns")
    func lastRow() throws {
        let rows = (0..<5).map { ["2100000000\($0)", "Refused", "13-Jun-12"] }
        let end = [["21000000007", "Issued", "14-Jun-12"], [], [], [], ["", "", "", "x", "Page 2"]]
        let found = try update(TablePDF.bytes([rows, end], lefts: [50, 200, 400, 300, 500]), "21000000007")
        #expect(found.rows == [Row(status: "Issued", date: "14-Jun-12")])
    }

    @Test(
        "A number in another row's column of earlier numbers is no row",
        arguments: [
            ("1,3,4", [0, 1, 2, 3]), ("1,2,4", [0, 2, 1, 3]), ("1,2,3", [0, 2, 3, 1]),
        ])
    func earlierNumbers(columns: String, order: [Int]) throws {
        let table = [
            ["Number", "Earlier number", "Status", "Date", "Office"],
            ["21000000006", "", "Refused", "13-Jun-12", "Lima"],
            ["21000000007", "21000000006", "Issued", "14-Jun-12", "Lima"],
            ["21000000009", "21000000008", "Issued", "14-Jun-12", "Lima"],
        ].map { row in order.map { row[$0] } + [row[4]] }
        try server.put(TablePDF.bytes([table], lefts: [30, 130, 250, 350, 450]))
        for number in ["21000000006", "21000000007"] {
            try person.track(number, "--source", server.address(), "--columns", columns)
        }
        #expect(try person.visa("update").status == 0)
        #expect(
            try person.status().applications.map(\.rows) == [
                [Row(status: "Refused", date: "13-Jun-12")], [Row(status: "Issued", date: "14-Jun-12")],
            ])
    }

    @Test("A number that only other rows mention as an earlier number is unreadable")
    func onlyEarlierNumber() throws {
        let table = [
            ["Number", "Earlier number", "Status", "Date"], ["21000000008", "21000000007", "Issued", "14-Jun-12"],
        ]
        expectUnreadable(try update(TablePDF.bytes([table]), "21000000007", "--columns", "1,3,4"))
    }

    @Test(
        "A number may be in both of two tables side by side",
        arguments: [[["Number", "Status", "Date", "Number", "Status", "Date"]], []])
    func besideItself(header: [[String]]) throws {
        let rows = [
            ["21000000007", "Under review", "13-Jun-12", "21000000008", "Issued", "13-Jun-12"],
            ["21000000009", "Issued", "13-Jun-12", "21000000007", "Issued", "14-Jun-12"],
        ]
        let found = try update(TablePDF.bytes([header + rows], lefts: [30, 110, 190, 300, 390, 470]), "21000000007")
        #expect(
            found.rows == [Row(status: "Under review", date: "13-Jun-12"), Row(status: "Issued", date: "14-Jun-12")])
    }

    @Test("A page with 20,000 rows of one number and no columns is read quickly", .timeLimit(.minutes(5)))
    func manyRows() throws {
        let rows = [(0..<140).map(String.init)] + Array(repeating: ["21000000007", "Issued"], count: 20_000)
        let pdf = TablePDF.bytes([rows], lefts: (0..<140).map { 20 + 100 * $0 })
        #expect(try update(pdf, "21000000007", "--columns", "1,2").rows == [Row(status: "Issued", date: nil)])
    }
}
