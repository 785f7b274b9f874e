import AppGroup
import AppGroupPlatform
import AppGroupText
import Synchronization

/// Messages to the user, on standard error. Standard output is only for data.
public enum Talk {
    private static let program = Mutex(Program.name)

    /// Names the program of all messages from now on, if it is not `launcher`.
    public static func speak(as name: String) { program.withLock { $0 = name } }

    /// Prints a sentence after the name of the program, made harmless for a terminal.
    public static func say(_ sentence: String) {
        StandardStream.error.write(Array("\(program.withLock { $0 }): \(SafeText(sentence))\n".utf8))
    }

    /// Asks for a line of text, only at the terminal that controls this process: a program that a desktop's key started may
    /// have inherited a console that nobody sees. The rule also keeps a program from asking under `su -c`, so there,
    /// ``makeSure(_:unless:or:)`` needs `--yes`. For passwords, which are also asked for at terminals of other sessions, see
    /// `SecretLine.ask`.
    ///
    /// - Returns: The line that was typed; `nil` if standard input is not the terminal that controls this process, or standard error
    ///   is not a terminal.
    public static func ask(_ question: String) -> String? {
        guard StandardStream.input.controlsThisProcess, StandardStream.error.isTerminal else { return nil }
        StandardStream.error.write(Array("\(SafeText(question)) ".utf8))
        return readLine()
    }

    /// The columns of the terminal on standard error; `nil` if it is not a terminal, or one that cannot move its
    /// cursor.
    public static var columns: Int? {
        let term = ProcessEnvironment.current["TERM"] ?? "dumb"
        guard StandardStream.error.isTerminal, term != "dumb" else { return nil }
        return StandardStream.error.columns ?? 80
    }

    /// Writes a drawing to that terminal unchanged. The caller must have made any text from elsewhere harmless.
    public static func draw(_ text: String) { StandardStream.error.write(Array(text.utf8)) }

    /// Prints lines of text without the name of the program, each made harmless for a terminal.
    static func complain(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        StandardStream.error.write(Array(lines.map { "\(SafeText(String($0)))\n" }.joined().utf8))
    }

    /// Asks before data is lost permanently. Without a terminal there is no user to ask: a script means what it says. A terminal that
    /// does not control this process may have a user, as with `su -c`. They cannot be asked, so they are refused.
    ///
    /// - Parameters:
    ///   - isSure: Whether the user has said so already, with `--yes`.
    ///   - refusal: The outcome of any answer but yes, such as “Nothing was removed”.
    public static func makeSure(_ question: String, unless isSure: Bool, or refusal: String) throws(Misuse) {
        guard !isSure, StandardStream.input.isTerminal, StandardStream.error.isTerminal else { return }
        guard confirm(question) else { throw Misuse("\(refusal). To do it without being asked, add --yes.") }
    }

    /// Asks a question to be answered with yes or no.
    ///
    /// - Returns: Whether the answer was yes; `false` if there was nobody to ask, as for ``ask(_:)``.
    public static func confirm(_ question: String) -> Bool {
        ["y", "yes"].contains(ask("\(question) [y/N]")?.lowercased())
    }
}
