import AppGroupTerminal

extension InspectCommand {
    /// What such plain words ask for, read without the parser: to set it up takes as long as looking through the directory
    /// of a large package. `nil` for words that are for the parser.
    static func plain(_ arguments: [String]) -> (file: String, format: OutputFormat)? {
        var words = arguments
        var format = OutputFormat.table
        if let place = words.firstIndex(of: "--format"), place + 1 < words.count {
            guard let named = OutputFormat(rawValue: words[place + 1]) else { return nil }
            format = named
            words.removeSubrange(place...place + 1)
        }
        guard words.count == 1, !words[0].hasPrefix("-") else { return nil }
        return (words[0], format)
    }
}
