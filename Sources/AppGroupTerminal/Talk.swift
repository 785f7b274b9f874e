import AppGroup

/// What is said to the person, on standard error; standard output is for data alone.
public enum Talk {
    /// Says a sentence after the name of the program, made harmless for a terminal.
    public static func say(_ sentence: String) {
        StandardStream.error.write(Array("\(Program.name): \(SafeText(sentence))\n".utf8))
    }

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
