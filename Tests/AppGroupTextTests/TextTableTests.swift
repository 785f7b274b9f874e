import Testing

@testable import AppGroupText

@Suite struct TextTableTests {
    static let table = TextTable(
        columns: [
            .init(header: "NAME", shrinkOrder: 3, minimumWidth: 8),
            .init(header: "BADGE", alignment: .right),
            .init(header: "SCHEMES", shrinkOrder: 1, minimumWidth: 6),
            .init(header: "ID", shrinkOrder: 2, minimumWidth: 8),
        ],
        rows: [
            ["Inbox", "12", "inbox, mail", "com.example.inbox"],
            ["会議室 👩‍💻", "", "rooms", "com.example.rooms"],
            ["Visa\u{1B}[2J", "3", "", ""],
        ])

    static func lines(_ table: TextTable, _ terminal: Terminal) -> [String] {
        var output = OutputBuffer()
        table.write(to: &output, for: terminal)
        return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `Columns are aligned with their headers for any kind of text`() {
        #expect(
            Self.lines(Self.table, .absent) == [
                "NAME       BADGE  SCHEMES      ID",
                "Inbox         12  inbox, mail  com.example.inbox",
                "会議室 👩‍💻         rooms        com.example.rooms",
                "Visa␛[2J       3",
            ])
    }

    @Test func `A narrow terminal truncates the columns in their order`() {
        #expect(
            Self.lines(Self.table, Terminal(isTerminal: true, columns: 40, noColor: "1")) == [
                "NAME       BADGE  SCHEM…  ID",
                "Inbox         12  inbox…  com.example.i…",
                "会議室 👩         rooms   com.example.r…",
                "Visa␛[2J       3",
            ])
    }

    @Test func `A column of identifiers is truncated at the beginning of its cells, but not of its header`() {
        let table = TextTable(
            columns: [
                .init(header: "NAME"), .init(header: "GROUP", shrinkOrder: 1, keepsEnd: true),
            ],
            rows: [["Inbox", "com.example.inbox"], ["Rooms", "a.b"]])
        #expect(
            Self.lines(table, Terminal(isTerminal: true, columns: 16, noColor: "1")) == [
                "NAME   GROUP", "Inbox  …le.inbox", "Rooms  a.b",
            ])
        #expect(Self.lines(table, Terminal(isTerminal: true, columns: 11, noColor: "1"))[0] == "NAME   GRO…")
    }

    @Test func `A terminal with twenty columns still shows the most important columns`() {
        #expect(
            Self.lines(Self.table, Terminal(isTerminal: true, columns: 20, noColor: "1")) == [
                "NAME       BADGE",
                "Inbox         12",
                "会議室 👩",
                "Visa␛[2J       3",
            ])
    }

    @Test(arguments: 4...120)
    func `No line is wider than the terminal, and none ends with spaces`(columns: Int) {
        let lines = Self.lines(Self.table, Terminal(isTerminal: true, columns: columns, noColor: "1"))
        #expect(lines.count == 4)
        for line in lines {
            #expect(DisplayWidth.of(line) <= columns)
            #expect(line.last != " ")
        }
    }

    static let findings = TextTable(
        columns: [
            .init(header: "STATE"), .init(header: "CHECK", shrinkOrder: 1, minimumWidth: 9),
            .init(header: "FINDING", shrinkOrder: 2, minimumWidth: 8, wraps: true),
        ],
        rows: [
            ["ok", "rows", "Every row can be read."],
            ["problem", "integrity", "The store /srv/registry.sqlite  is 損傷しています."],
        ])

    @Test func `A wrapped column continues below itself, between words if possible`() {
        #expect(
            Self.lines(Self.findings, Terminal(isTerminal: true, columns: 34, noColor: "1")) == [
                "STATE    CHECK      FINDING",
                "ok       rows       Every row can",
                "                    be read.",
                "problem  integrity  The store",
                "                    /srv/registry.",
                "                    sqlite  is",
                "                    損傷しています",
                "                    .",
            ])
    }

    @Test func `Colors apply to the text only, and only if they are enabled`() {
        let table = TextTable(
            columns: [.init(header: "A"), .init(header: "B", alignment: .right)],
            rows: [[.init("x", style: .red), .init("1", style: .dim)], ["yy", .init("", style: .dim)]])
        #expect(Self.lines(table, .absent) == ["A   B", "x   1", "yy"])
        #expect(
            Self.lines(table, Terminal(isTerminal: true)) == [
                "\u{1B}[1mA\u{1B}[0m   \u{1B}[1mB\u{1B}[0m",
                "\u{1B}[31mx\u{1B}[0m   \u{1B}[2m1\u{1B}[0m",
                "yy",
            ])
    }

    @Test func `A cell with a link opens its URL on a terminal, and is plain anywhere else`() {
        let table = TextTable(
            columns: [.init(header: "A"), .init(header: "B")],
            rows: [[.init("x", link: "tel:+1"), "1"], [.init("y", link: "tel:\u{1B}"), "2"]])
        #expect(Self.lines(table, .absent) == ["A  B", "x  1", "y  2"])
        #expect(
            Self.lines(table, Terminal(isTerminal: true)).dropFirst() == [
                "\u{1B}]8;;tel:+1\u{1B}\\x\u{1B}]8;;\u{1B}\\  1", "y  2",
            ])
    }
}

@Suite struct TextTableFittingTests {
    static let columns: [TextTable.Column] = [
        .init(header: "", shrinkOrder: 2, minimumWidth: 5), .init(header: ""),
        .init(header: "", shrinkOrder: 1, minimumWidth: 5), .init(header: "", shrinkOrder: 1, minimumWidth: 5),
    ]

    @Test(arguments: [
        (available: 46, widths: [10, 10, 10, 10]),
        (available: 45, widths: [10, 10, 9, 10]),
        (available: 36, widths: [10, 10, 5, 5]),
        (available: 31, widths: [5, 10, 5, 5]),
        (available: 30, widths: [10, 10, 6, 0]),
        (available: 24, widths: [5, 10, 5, 0]),
        (available: 23, widths: [10, 10, 0, 0]),
        (available: 16, widths: [5, 9, 0, 0]),
        (available: 7, widths: [2, 3, 0, 0]),
    ])
    func `Columns shrink in their order, and are left out in the same order`(available: Int, widths: [Int]) {
        #expect(TextTable.fit([10, 10, 10, 10], of: Self.columns, into: available) == widths)
    }

    @Test func `Columns without a shrink order shrink if nothing else can`() {
        let rigid = Array(repeating: TextTable.Column(header: ""), count: 2)
        #expect(TextTable.fit([40, 8], of: rigid, into: 20) == [10, 8])
        #expect(TextTable.fit([1_000_000, 8], of: rigid, into: 5) == [1, 2])
    }
}
