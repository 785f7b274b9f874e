import MailReading
import ToolSupport

/// Messages for the user. Marks that right-to-left text needs stay in them.
let console = Console("inbox") { $0.harmless }

/// What inbox prints on standard output.
enum Output {
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
}
