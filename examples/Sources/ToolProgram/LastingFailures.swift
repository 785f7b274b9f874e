public import ToolSupport

/// The failures of a command that repeats its work. A failure that lasts is reported once.
public struct LastingFailures {
    private let console: Console
    private var last: [String] = []

    /// No failures yet.
    ///
    /// - Parameter console: Prints them.
    public init(_ console: Console) { self.console = console }

    /// Says the failures of a round that the round before did not have.
    public mutating func say(_ failures: [String]) {
        for failure in failures where !last.contains(failure) { console.say(failure) }
        last = failures
    }

    /// Says why a round failed, unless the round before failed for the same reason.
    ///
    /// - Throws: The error, unless it is temporary.
    public mutating func say(_ error: any Error) throws {
        guard let error = error as? ToolError, error.isTemporary else { throw error }
        say([error.description])
    }
}
