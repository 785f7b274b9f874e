import Testing

@testable import AppGroupText

@Suite struct TerminalTests {
    @Test(arguments: [
        (true, nil, "xterm-256color", true), (true, "", "xterm-256color", true), (true, nil, nil, true),
        (true, "1", "xterm-256color", false), (true, "0", "xterm", false), (true, nil, "dumb", false),
        (false, nil, "xterm-256color", false),
    ])
    func `Styles are used only if the terminal supports them and the user wants them`(
        isTerminal: Bool, noColor: String?, term: String?, styled: Bool
    ) {
        let terminal = Terminal(isTerminal: isTerminal, noColor: noColor, term: term)
        #expect(terminal.styled("12", .bold) == (styled ? "\u{1B}[1m12\u{1B}[0m" : "12"))
        #expect(terminal.styled("12", nil) == "12")
    }

    @Test(arguments: [(true, 132, 132), (true, nil, 80), (true, 0, 80), (false, nil, nil), (false, 132, nil)])
    func `Only a terminal limits the width of lines`(isTerminal: Bool, columns: Int?, expected: Int?) {
        #expect(Terminal(isTerminal: isTerminal, columns: columns).columns == expected)
    }
}
