import AppGroupTerminal

extension InspectCommand {
    /// The command that such plain words name, read without the parser, which takes as long as looking through the
    /// directory of a large package. `nil` for words that are for the parser.
    init?(plainly arguments: [String]) {
        var words = arguments
        var format = OutputFormat.table
        if let place = words.firstIndex(of: "--format"), place + 1 < words.count {
            guard let named = OutputFormat(rawValue: words[place + 1]) else { return nil }
            format = named
            words.removeSubrange(place...place + 1)
        }
        guard words.count == 1, !words[0].hasPrefix("-") else { return nil }
        self.init()
        file = words[0]
        verify = false
        self.format = format
    }
}
