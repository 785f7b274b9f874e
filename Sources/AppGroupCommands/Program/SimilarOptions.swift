import ArgumentParser

/// Finds the options of a command that a user who mistyped one may have meant.
enum SimilarOptions {
    /// A line of ArgumentParser's message. If it is about an unknown option, it asks about options that are near by the rule for all
    /// words. ArgumentParser counts the hyphens as letters that agree, and so takes `--dry` for `--yes`.
    ///
    /// - Parameter message: The whole message, which may be about the default subcommand.
    static func correcting(_ line: Substring, of message: String, from type: any ParsableCommand.Type) -> Substring {
        guard let typed = ParserComplaint.unknownOption(in: line) else { return line }
        let commands = [type.configuration.defaultSubcommand, type].compactMap(\.self)
            .filter { $0 == type || $0.isSubject(of: message) }
        let question = SimilarWords.question(String(typed), in: known(to: commands)).dropLast()
        return ParserComplaint.about(unknownOption: typed, asking: question)
    }

    /// The long names of the options, and the values that some can have: who types `--json` may mean `--format json`.
    private static func known(to commands: [any ParsableCommand.Type]) -> [String: String] {
        var (names, values) = ([String: String](), [String: String]())
        for entry in commands.flatMap({ $0.helpEntries }) {
            for name in entry.names { names[String(name.dropFirst(2))] = name }
            for value in entry.values { values[value] = entry.names.first.map { "\($0) \(value)" } ?? value }
        }
        return names.merging(values) { name, _ in name }
    }
}
