/// The text of systemd's unit files.
package enum UnitText {
    /// One word that systemd reads literally, as systemd.syntax(7) and systemd.service(5) quote it.
    ///
    /// - Parameter isCommand: Whether it is a word of a command, in which `$` begins a variable.
    package static func quoted(_ word: String, isCommand: Bool = false) -> String {
        let inner = word.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": #"\""#
            case "\\": #"\\"#
            case "%": "%%"
            case "$" where isCommand: "$$"
            case "\n": #"\n"#
            case "\t": #"\t"#
            case "\r": #"\r"#
            default: String(scalar)
            }
        }
        return "\"\(inner.joined())\""
    }
}
