import AppGroup

/// What is said to the person, on standard error; standard output is for data alone.
public enum Talk {
    /// Says a sentence after the name of the program, made harmless for a terminal.
    public static func say(_ sentence: String) {
        StandardStream.error.write(Array("\(Program.name): \(SafeText(sentence))\n".utf8))
    }

    /// Asks a question that wants a word.
    ///
    /// - Returns: The line that was typed; `nil` where nobody is there to answer.
    public static func ask(_ question: String) -> String? {
        guard StandardStream.input.isTerminal, StandardStream.error.isTerminal else { return nil }
        StandardStream.error.write(Array("\(SafeText(question)) ".utf8))
        return readLine()
    }

    /// The columns of the terminal that standard error is; `nil` where it is none, or one that moves no cursor.
    public static var columns: Int? {
        let term = ProcessEnvironment.current["TERM"] ?? "dumb"
        guard StandardStream.error.isTerminal, term != "dumb" else { return nil }
        return StandardStream.error.columns ?? 80
    }

    /// Writes what is drawn on that terminal, as it is: whoever draws has made harmless what came from elsewhere.
    public static func draw(_ text: String) { StandardStream.error.write(Array(text.utf8)) }

    /// Several lines that need no introduction.
    static func complain(_ lines: [String]) {
        StandardStream.error.write(Array(lines.map { "\(SafeText($0))\n" }.joined().utf8))
    }

    /// Asks a question that wants yes or no.
    ///
    /// - Returns: Whether the answer was yes; no where nobody is there to answer.
    public static func confirm(_ question: String) -> Bool {
        guard StandardStream.input.isTerminal, StandardStream.error.isTerminal else { return false }
        StandardStream.error.write(Array("\(SafeText(question)) [y/N] ".utf8))
        let answer = readLine()?.lowercased()
        return answer == "y" || answer == "yes"
    }
}
