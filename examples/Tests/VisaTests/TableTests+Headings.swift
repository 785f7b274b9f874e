import Testing

/// Headings that each page repeats, and rows that the end of a page splits.
extension TableTests {
    private static let headings = [
        [["Application", "Decision of", "Date of"], ["number", "the office", "decision"]],
        [["Application"], ["", "Decision", "Date"], ["number"]],
        [["Decisions of week 23", "Dublin"], ["Application", "Decision of", "Date"], ["number", "the office"]],
    ]

    @Test(
        "A row may be split by the end of a page if the heading has several lines", arguments: headings, [true, false])
    func longHeading(heading: [[String]], hasGap: Bool) throws {
        let rest = heading + [["", "", "12"]] + (hasGap ? [[]] : [])
        let found = try rows([
            heading + Self.other + [["21000000007", "Refused", "05-Jun-"]],
            rest + [["21000000008", "Approved", "15-Jun-12"], ["21000000009", "No", "15-Jun-12"]],
        ])
        #expect(found == [Row(status: "Refused", date: hasGap ? "05-Jun-12" : "05-Jun- … (incomplete)")])
    }

    @Test(
        "A status is marked as incomplete if an unknown line stands between it and what may be its rest",
        arguments: [[], [["", "the office"]], headings[0]])
    func unknownHeading(heading: [[String]]) throws {
        let found = try rows([
            heading + Self.other + [["21000000007", "Refused: insufficient", "05-Jun-12"]],
            heading + [["number", "the embassy", "decision"], ["", "evidence"], []] + Self.other,
        ])
        #expect(found == [Row(status: "Refused: insufficient … (incomplete)", date: "05-Jun-12")])
    }

    @Test("A line of the first row that stands above its number is no title if it continues a row on another page")
    func centeredFirstRow() throws {
        let others = Self.other.flatMap { [[], $0] }
        let found = try rows([
            [TablePDF.header, [], ["", "see the letter"], ["21000000001", "", "01-Jun-12"]] + others
                + [[], ["21000000007", "Refused, please", "05-Jun-12"]],
            [TablePDF.header, ["", "see the letter"]] + others,
        ])
        #expect(found == [Row(status: "Refused, please see the letter", date: "05-Jun-12")])
    }

    @Test("The heading of a section below a repeated heading is not joined with a complete row of the page before")
    func sectionHeading() throws {
        let found = try rows([
            Self.headings[0] + Self.other + [["21000000007", "Issued", "05-Jun-12"]],
            Self.headings[0] + [["", "Refused applications"], []] + Self.other,
        ])
        #expect(found == [Row(status: "Issued … (incomplete)", date: "05-Jun-12")])
    }

    @Test(
        "Without a heading, a line of the first row that stands above its number is no title", arguments: [true, false])
    func centeredFirstRowWithoutHeading(isClear: Bool) throws {
        let others = isClear ? Self.other.flatMap { [[], $0] } : Self.other
        let lines = [["", "reasons of evidence, see"], ["21000000001", "", "01-Jun-12"], ["", "the letter"]]
        let found = try rows([
            lines + others + [[], ["21000000007", "Refused for", "05-Jun-12"]],
            [lines[0]] + (isClear ? [lines[2], []] : []) + others,
        ])
        let status = isClear ? "Refused for reasons of evidence, see the letter" : "Refused for … (incomplete)"
        #expect(found == [Row(status: status, date: "05-Jun-12")])
    }

    private static let titled: [(title: [[String]], rest: [[String]], status: String)] = [
        (
            [["", "Visa decisions"], ["Batch 23", "Status", "Date"]],
            [["", "Visa decisions"], ["Batch 23", "Status", "Date"], ["", "the letter"], []],
            "Refused, see the letter"
        ),
        (
            [["", "Visa decisions"], TablePDF.header, []],
            [["", "Visa decisions"], ["", "the letter of"], ["", "the embassy"], [], []],
            "Refused, see the letter of the embassy"
        ),
    ]

    @Test("A title above the heading is no line of the first row, even if it stands as close as one", arguments: titled)
    func titleAboveHeading(title: [[String]], rest: [[String]], status: String) throws {
        let found = try rows([
            title + Self.other + [["21000000007", "Refused, see", "05-Jun-12"]], rest + Self.other,
        ])
        #expect(found == [Row(status: status, date: "05-Jun-12")])
    }

    @Test("Lines far above the first number of a page continue a row if they stand together")
    func farRest() throws {
        let others = Self.other.flatMap { [[], $0] }
        let found = try rows([
            [TablePDF.header] + others + [[], ["21000000007", "Refused for", "05-Jun-12"]],
            [["", "reasons of evidence, see"], ["", "the letter"], []] + others,
        ])
        #expect(found == [Row(status: "Refused for reasons of evidence, see the letter", date: "05-Jun-12")])
    }

    @Test(
        "A line above the first number of a page belongs to it only if other texts end beside their numbers, too",
        arguments: [("21000000007", "Refused, see"), ("21000000008", "Refused, see the letter")], [true, false])
    func lineAboveFirstRow(row: (number: String, status: String), hasOther: Bool) throws {
        let text = [[], ["", "Refused, see"]]
        let others = Self.other.flatMap { [[], $0] }
        let found = try rows(
            [
                [TablePDF.header] + others + [[], ["21000000007", "Refused, see", "05-Jun-12"]],
                [TablePDF.header] + text + [["21000000008", "the letter", "05-Jun-12"]] + others
                    + (hasOther ? text + [["21000000009", "the letter", "06-Jun-12"]] : []),
            ], row.number)
        let mark = hasOther ? "" : " … (incomplete)"
        #expect(found == [Row(status: row.status + mark, date: "05-Jun-12")])
    }

    @Test("Texts of one line don't show that a line above the first number of a page belongs to it")
    func lineAboveEmptyFirstRow() throws {
        let others = Self.other.flatMap { [[], $0] }
        let found = try rows([
            [TablePDF.header] + others + [[], ["21000000007", "Refused, see", "05-Jun-12"]],
            [TablePDF.header, [], ["", "the letter"], ["21000000008", "", "05-Jun-12"]] + others,
        ])
        #expect(found == [Row(status: "Refused, see … (incomplete)", date: "05-Jun-12")])
    }
}
