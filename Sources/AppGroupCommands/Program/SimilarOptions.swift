import ArgumentParser

/// Finds the options of a command that a user who mistyped one may have meant.
enum SimilarOptions {
    private static let complaint = "Error: Unknown option '--"

    /// A line of ArgumentParser's message. If it is about an unknown option, it asks about options that are near by the rule for all
    /// words. ArgumentParser counts the hyphens as letters that agree, and so takes `--dry` for `--yes`.
    ///
    /// - Parameter message: The whole message. Its usage tells whether it is about the default subcommand.
    static func correcting(_ line: Substring, of message: String, from type: any ParsableCommand.Type) -> Substring {
        guard line.hasPrefix(complaint) else { return line }
        let typed = line.dropFirst(complaint.count).prefix { $0 != "'" }
        let commands = [type.configuration.defaultSubcommand, type].compactMap(\.self)
            .filter { $0 == type || message.contains($0.usageString()) }
        let question = SimilarWords.question(String(typed), in: known(to: commands)).dropLast()
        return "\(complaint)\(typed)'" + (question.isEmpty ? "" : ". \(question)")
    }

    /// The long names of the options, and the values that some can have: who types `--json` may mean `--format json`.
    private static func known(to commands: [any ParsableCommand.Type]) -> [String: String] {
        var (names, values, option) = ([String: String](), [String: String](), "")
        // So wide that no line is wrapped.
        for line in commands.flatMap({ $0.helpMessage(columns: 10_000).split(separator: "\n") }) {
            if line.hasPrefix("  -") {
                let long = line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") }.filter { $0.hasPrefix("--") }
                for name in long { names[String(name.dropFirst(2))] = String(name) }
                option = long.first.map(String.init) ?? ""
            } else if line.hasPrefix("  <") {
                option = ""
            }
            guard let list = line.split(separator: "(values: ").dropFirst().last else { continue }
            for value in list.prefix(while: { !";)".contains($0) }).split(separator: ", ") {
                values[String(value)] = option.isEmpty ? String(value) : "\(option) \(value)"
            }
        }
        return names.merging(values) { name, _ in name }
    }
}
