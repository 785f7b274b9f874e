import ArgumentParser

// What these programs rely on in ArgumentParser beyond its documented interface: members with an underscore, and the words of
// its complaints and of its help. A release may change any of them. Therefore each has a test.

extension CommandConfiguration {
    /// The words that the user types before the command's own; `nil` if there are none, or if the parser knows them already.
    var wordsBefore: String? {
        get { _superCommandName }
        set { _superCommandName = newValue }
    }
}

extension ParsableCommand {
    /// The word that calls the command, whether it is configured or made from the name of the type.
    static var commandWord: String { _commandName }

    /// Whether parsing ended with this error because there are more arguments than the command takes.
    static func isAboutUnexpectedArgument(_ error: any Error) -> Bool {
        message(for: error).contains("nexpected argument")
    }

    /// Whether a complaint of the parser is about this command, whose usage it then contains.
    static func isSubject(of complaint: String) -> Bool { complaint.contains(usageString()) }

    /// The options and arguments, as the help lists them.
    static var helpEntries: [HelpEntry] {
        var entries: [HelpEntry] = []
        // So wide that no line is wrapped.
        for line in helpMessage(columns: 10_000).split(separator: "\n") {
            if line.hasPrefix("  -") {
                let names = line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") }
                entries.append(HelpEntry(names: names.filter { $0.hasPrefix("--") }.map(String.init)))
            } else if line.hasPrefix("  <") {
                entries.append(HelpEntry(names: []))
            }
            guard let list = line.split(separator: "(values: ").dropFirst().last, !entries.isEmpty else { continue }
            let values = list.prefix { !";)".contains($0) }.split(separator: ", ").map(String.init)
            entries[entries.count - 1].values += values
        }
        return entries
    }
}

/// An option or an argument in the help of a command.
struct HelpEntry: Equatable {
    /// The long names of an option, with their hyphens; empty for an argument.
    let names: [String]
    /// The values that are allowed; empty if they are not listed.
    var values: [String] = []
}

/// The lines of a complaint by ArgumentParser that are printed differently.
enum ParserComplaint {
    private static let unknownOption = "Error: Unknown option '--"
    private static let missingArgument = "Error: Missing expected argument '"
    private static let reference = "  See '"

    /// The option that a line complains about, without its hyphens; `nil` for any other line.
    static func unknownOption(in line: Substring) -> Substring? {
        line.hasPrefix(unknownOption) ? line.dropFirst(unknownOption.count).prefix { $0 != "'" } : nil
    }

    /// The line that complains about an option.
    ///
    /// - Parameter question: What to ask instead of the parser's own question; empty for nothing.
    static func about(unknownOption option: Substring, asking question: Substring) -> Substring {
        "\(unknownOption)\(option)'" + (question.isEmpty ? "" : ". \(question)")
    }

    /// The line that complains about a missing argument, without the dots behind its name if the command's own usage has none. The
    /// parser writes `<count> ...` for an argument with `parsing: .allUnrecognized`, although only one is accepted. Any other line
    /// stays as it is.
    static func about(missingArgument line: Substring, in usage: String?) -> Substring {
        let dots = " ..."
        guard line.hasPrefix(missingArgument), line.hasSuffix("\(dots)'"), usage?.contains(dots) == false else {
            return line
        }
        return line.dropLast(dots.count + 1) + "'"
    }

    /// The line that refers to the help. The parser knows only the leaf, so it refers to `add --help` instead of
    /// `launcher badge add --help`. Any other line stays as it is.
    static func inserting(_ words: String, intoReference line: Substring) -> String {
        line.hasPrefix(reference) ? "\(reference)\(words) \(line.dropFirst(reference.count))" : String(line)
    }
}
