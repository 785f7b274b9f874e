public import ArgumentParser

extension ParsableCommand {
    /// The message to a user who mistyped a command:
    /// `There is no command “feed lst”. Did you mean “feed list”? See fund feed --help.`
    ///
    /// ArgumentParser takes an unknown word for an argument of the default command, and complains about that or about an option after
    /// it. After the word `help`, it takes no notice of it.
    ///
    /// - Parameters:
    ///   - error: The error that parsing the arguments of this program ended with.
    ///   - arguments: The arguments, without the name of the program.
    /// - Returns: `nil` if the error is about something else.
    public static func explanation(of error: any Error, mistypedIn arguments: [String]) -> String? {
        guard let first = arguments.first, first == "help" || exitCode(for: error) == .validationFailure else {
            return nil
        }
        let isHelp = first == "help"
        var command: any ParsableCommand.Type = self
        var words: [String] = []
        for argument in arguments.dropFirst(isHelp ? 1 : 0) {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            if let next = known.first(where: { $0.answers(to: argument) }) {
                (command, words) = (next, words + [argument])
                continue
            }
            guard isHelp || isUnexpected(words + [argument]) else { return nil }
            let mistyped = (words + [argument]).joined(separator: " ")
            let similar = suggestion(for: argument, among: known, after: words)
            let help = ([commandWord] + words + ["--help"]).joined(separator: " ")
            return "There is no command “\(mistyped)”. \(similar)See \(help)."
        }
        return nil
    }

    /// The question whether one of the commands that are shown was meant: one by another usual word, one of its subcommands, or one
    /// of a similar name.
    private static func suggestion(
        for word: String, among known: [any ParsableCommand.Type], after words: [String]
    ) -> String {
        let shown = known.filter { $0.configuration.shouldDisplay }
        let meant = shown.map { $0.commandWord }.filter { synonyms[word]?.contains($0) == true }
        let below = shown.flatMap { group in
            group.configuration.subcommands.filter { $0.commandWord == word && $0.configuration.shouldDisplay }
                .map { "\(group.commandWord) \($0.commandWord)" }
        }
        for found in [meant, below] where (1...3).contains(found.count) {
            return SimilarWords.question(whether: found.map { (words + [$0]).joined(separator: " ") })
        }
        return SimilarWords.question(
            word,
            in: Dictionary(shown.map { ($0.commandWord, (words + [$0.commandWord]).joined(separator: " ")) }) { $1 })
    }

    /// Words of other programs for the same things.
    private static var synonyms: [String: Set<String>] {
        [
            "create": ["add", "init"], "delete": ["remove"], "log": ["audit"], "logs": ["audit"], "ls": ["list"],
            "new": ["add", "init"], "passwd": ["password"], "rm": ["remove"], "run": ["serve"], "show": ["list"],
            "start": ["serve"], "unwithdraw": ["restore"], "upload": ["publish"],
        ]
    }

    /// Whether the last word is neither a command nor an argument of the default command.
    private static func isUnexpected(_ words: [String]) -> Bool {
        do {
            _ = try parseAsRoot(words)
            return false
        } catch {
            return isAboutUnexpectedArgument(error)
        }
    }

    private static func answers(to word: String) -> Bool {
        commandWord == word || configuration.aliases.contains(word)
    }
}
