import Testing

@testable import AppGroupText

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
    func `A list can be written to a pipe in any format`(format: OutputFormat, text: String) {
        #expect(Self.written(as: format, for: .absent) == text)
    }

    @Test func `JSON is indented on a terminal`() {
        let text = Self.written(as: .json, for: Terminal(isTerminal: true))
        #expect(text.hasPrefix("{\n  \"version\": 1,\n"))
        #expect(text.hasSuffix("\n}\n"))
    }

    @Test func `Output formats have the same names on the command line as in the code`() {
        #expect(OutputFormat.allCases.map(\.rawValue) == ["table", "json", "tsv"])
    }

    static func written(as format: OutputFormat, for terminal: Terminal) -> String {
        var output = OutputBuffer()
        Rooms().write(to: &output, as: format, for: terminal)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
