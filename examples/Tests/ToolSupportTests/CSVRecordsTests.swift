import TestSupport
import Testing
import ToolSupport

@Suite("Records of comma-separated values")
struct CSVRecordsTests {
    @Test func `Random tables are read as Python's csv module reads them`() async throws {
        var random = RandomSource(seed: 3)
        var texts: [String] = []
        for _ in 0..<300 {
            let fields = (0..<1 + random.below(4)).map { _ in
                String((0..<random.below(6)).map { _ in random.pick(Array("aб,\"\n '")) })
            }
            // As RFC 4180 writes them.
            let line = fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
            texts.append(line + (random.isOnce(in: 2) ? "\r\n" : "\n"))
        }
        let expected: [[String]] = try await Python.run(
            "import csv, io\nanswer = list(csv.reader(io.StringIO(given, newline='')))", given: texts.joined())
        #expect(try records(in: texts.joined()).map(\.fields) == expected)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `A record knows its line, even after comments, empty lines and line ends in quotes`(end: String) throws {
        let text = "# a, \"b\n\nc,\"d\n#\"\n\n#\ne,"
        let found = try records(in: text.replacing("\n", with: end), comment: UInt8(ascii: "#"))
        #expect(found.map(\.line) == [3, 7])
        #expect(found.map(\.fields) == [["c", "d\(end)#"], ["e", ""]])
    }

    @Test(arguments: [
        ("a;b,c;d\ne,f,g", ["a", "b,c", "d"]), ("a\tb\n1,2", ["a", "b"]), ("a;b,c", ["a;b", "c"]), ("a", ["a"]),
        ("", nil),
    ])
    func `Without a separator, the first line decides on it`(text: String, fields: [String]?) throws {
        #expect(try records(in: text, separator: nil).first?.fields == fields)
    }

    @Test func `Blanks after a closing quotation mark do not count, unless they separate fields`() throws {
        #expect(try records(in: "\"a\" \t,\"b\"  \n").map(\.fields) == [["a", "b"]])
        #expect(try records(in: "\"a\" \t\"b\"", separator: UInt8(ascii: "\t")).map(\.fields) == [["a", "b"]])
    }

    @Test(arguments: [
        ("a\n\"b\n", CSVRecords.Fault.openQuote(line: 2)), ("\"a\r\nb\"c", .textAfterQuote(line: 2)),
        ("a,\"b\" x,c", .textAfterQuote(line: 1)),
    ])
    func `Quotes that are not balanced are refused with their line`(text: String, fault: CSVRecords.Fault) {
        #expect(throws: fault) { try records(in: text) }
    }

    private func records(
        in text: String, separator: UInt8? = UInt8(ascii: ","), comment: UInt8? = nil
    ) throws -> [CSVRecords.Record] {
        var records = CSVRecords(Array(text.utf8), separator: separator, comment: comment)
        var found: [CSVRecords.Record] = []
        while let record = try records.next() { found.append(record) }
        return found
    }
}
