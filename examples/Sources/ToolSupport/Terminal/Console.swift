public import AppGroupPlatform
public import AppGroupText

/// Messages for the user of a tool, on standard error. Failures to write are ignored: there is nobody to tell.
public struct Console: Sendable {
    /// The name of the tool.
    public let tool: String
    private let harmless: @Sendable (String) -> String

    /// - Parameters:
    ///   - tool: The name of the tool, which begins each message.
    ///   - harmless: Makes text from elsewhere safe for a terminal.
    public init(
        _ tool: String, harmless: @escaping @Sendable (String) -> String = { SafeText($0).description }
    ) {
        (self.tool, self.harmless) = (tool, harmless)
    }

    /// Writes a sentence after the tool's name.
    public func say(_ sentence: some CustomStringConvertible) {
        draw("\(tool): \(harmless(sentence.description))\n")
    }

    /// Writes harmless text as it is.
    public func draw(_ text: String) {
        try? StandardStream.error.writeAll(Array(text.utf8))
    }

    /// The columns of the terminal; nil if there is none, or if it can't redraw a line.
    public var columns: Int? {
        guard StandardStream.error.isTerminal, ProcessEnvironment.current["TERM"] != "dumb" else { return nil }
        return StandardStream.error.columns ?? 80
    }

    /// Whether there is a person to ask: standard input is the terminal that controls this process, and standard error is one, too.
    public var canAsk: Bool { StandardStream.input.controlsThisProcess && StandardStream.error.isTerminal }

    /// Asks for a line of text.
    ///
    /// - Returns: The line without its end; nil if there is nobody to ask, or if they ended the input.
    public func ask(_ question: String) -> String? {
        guard canAsk else { return nil }
        draw("\(harmless(question)) ")
        return readLine()
    }

    /// Asks a question to be answered with yes or no.
    ///
    /// - Returns: Whether the answer was yes; false if there is nobody to ask.
    public func confirm(_ question: String) -> Bool {
        ["y", "yes"].contains(ask("\(question) [y/N]")?.lowercased())
    }

    /// The reason for doing nothing after a question that was not answered with yes.
    ///
    /// - Parameter outcome: What did not happen, in a sentence.
    /// - Returns: The sentence, and what to do if there is nobody to ask.
    public func refusal(_ outcome: String) -> String {
        canAsk ? outcome : "\(outcome) You can't be asked here; to do it anyway, add --yes."
    }

    /// Asks for a secret. The terminal doesn't show what is typed.
    public func askSecretly(_ question: String) -> SecretLine.Answer { SecretLine.ask("\(harmless(question)) ") }
}
