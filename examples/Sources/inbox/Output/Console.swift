import MailReading
import ToolSupport

/// What inbox prints: data on standard output, messages on standard error.
enum Console {
    /// The width of the terminal behind standard output in columns; nil if there is none.
    static var columns: Int? { StandardStream.output.columns }

    /// Writes text to standard output as it is. The caller makes it harmless.
    static func print(_ text: String) throws(MailError) {
        do throws(Errno) {
            try StandardStream.output.write(Array(text.utf8))
        } catch {
            throw MailError(.inputOutput, "The output could not be written: \(error).")
        }
    }

    /// Writes a message for the user to standard error. Failures are ignored: there is nobody to tell.
    static func say(_ sentence: some CustomStringConvertible) {
        try? StandardStream.error.write(Array("inbox: \(sentence.description.harmless)\n".utf8))
    }
}
