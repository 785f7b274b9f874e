public import ArgumentParser

extension ParsableCommand {
    /// The message to a user who mistyped a command:
    /// `There is no command “feed lst”. Did you mean “feed list”? See fund feed --help.`
    ///
    /// ArgumentParser takes an unknown word for an argument of the default command, and complains about that or about an option after
    /// it.
    ///
    /// - Parameters:
    ///   - error: The error that parsing the arguments of this program ended with.
    ///   - arguments: The arguments, without the name of the program.
    /// - Returns: `nil` if the error is about something else.
    public static func explanation(of error: any Error, mistypedIn arguments: [String]) -> String? {
        guard exitCode(for: error) == .validationFailure else { return nil }
        var command: any ParsableCommand.Type = self
        var words: [String] = []
        for argument in arguments {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            if let next = known.first(where: { $0.answers(to: argument) }) {
                (command, words) = (next, words + [argument])
                continue
            }
            guard isUnexpected(words + [argument]) else { return nil }
            let mistyped = (words + [argument]).joined(separator: " ")
            var names: [String: String] = [:]
            for other in known where other.configuration.shouldDisplay {
                names[other._commandName] = (words + [other._commandName]).joined(separator: " ")
            }
            let similar = SimilarWords.question(argument, in: names)
            let help = ([_commandName] + words + ["--help"]).joined(separator: " ")
            return "There is no command “\(mistyped)”. \(similar)See \(help)."
        }
        return nil
    }

    /// Whether the last word is neither a command nor an argument of the default command.
    private static func isUnexpected(_ words: [String]) -> Bool {
        do {
            _ = try parseAsRoot(words)
            return false
        } catch {
            return message(for: error).contains("nexpected argument")
        }
    }

    private static func answers(to word: String) -> Bool {
        _commandName == word || configuration.aliases.contains(word)
    }
}
