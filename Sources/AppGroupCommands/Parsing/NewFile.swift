import ArgumentParser

/// The name of a file that a command makes.
public enum NewFile {
    /// Refuses `-`. Other commands take it for standard output, so a person who types it wants no file of this name.
    ///
    /// - Parameters:
    ///   - name: The name as it was typed.
    ///   - command: The word of the command, for the message.
    /// - Throws: `ValidationError`, which ends a command with status 64.
    public static func check(_ name: String, of command: String) throws {
        guard name != "-" else {
            throw ValidationError(
                "\(command) writes a file and not to standard output; name one, or ./- for this name.")
        }
    }
}
