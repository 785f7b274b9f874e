import AppGroupTerminal

/// What a command says to the person, on standard error.
enum Report {
    /// Says a sentence after the name of the program, made harmless for a terminal.
    static func say(_ sentence: String) {
        StandardError.write(Array("catalog-server: \(SafeText(sentence))\n".utf8))
    }
}
