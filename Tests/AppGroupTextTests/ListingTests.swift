import Testing

@testable import AppGroupTerminal

@Suite struct ListingTests {
    struct Rooms: Listing {
        let columns: [TextTable.Column] = [.init(header: "NAME"), .init(header: "BADGE", alignment: .right)]
        let rows: [[TextTable.Cell]] = [["Rooms", .init("2", style: .bold)]]
        let records = [["com.example.rooms", "Rooms\tand \u{1B}more", "2", ""]]
        let json: JSONValue = ["version": 1, "apps": [["id": "com.example.rooms"]]]
    }

    @Test(arguments: [
        (OutputFormat.table, "NAME   BADGE\nRooms      2\n"),
        (.json, #"{"version":1,"apps":[{"id":"com.example.rooms"}]}"# + "\n"),
        (.tsv, #"com.example.rooms"# + "\t" + #"Rooms\tand ␛more"# + "\t2\t\n"),
    ])
    func `a list is written in any format, for a pipe`(format: OutputFormat, text: String) {
        #expect(Self.written(as: format, for: .absent) == text)
    }

    @Test func `JSON is laid out for reading on a terminal`() {
        let text = Self.written(as: .json, for: Terminal(isTerminal: true))
        #expect(text.hasPrefix("{\n  \"version\": 1,\n"))
        #expect(text.hasSuffix("\n}\n"))
    }

    @Test func `formats are named on the command line as they are in the code`() {
        #expect(OutputFormat.allCases.map(\.rawValue) == ["table", "json", "tsv"])
    }

    static func written(as format: OutputFormat, for terminal: Terminal) -> String {
        var output = OutputBuffer()
        Rooms().write(to: &output, as: format, for: terminal)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
