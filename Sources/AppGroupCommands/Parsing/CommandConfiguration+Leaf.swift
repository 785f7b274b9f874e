public import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command that is parsed alone, without the tree that it belongs to. Its help still shows
    /// all the words that the user types.
    ///
    /// - Parameters:
    ///   - name: The command's own name.
    ///   - parent: The words that the user types before its name.
    ///   - abstract: What the command does, in one sentence.
    ///   - arguments: The options and arguments in the usage, if ArgumentParser would show them wrongly: it writes `<count> ...` for
    ///     an argument with `parsing: .allUnrecognized`, although only one is accepted.
    ///   - discussion: Further text above the usage.
    ///   - aliases: Other names of the command.
    public static func leaf(
        _ name: String, of parent: String = Program.name, _ abstract: String, usage arguments: String? = nil,
        discussion: String = "", aliases: [String] = []
    ) -> CommandConfiguration {
        var configuration = CommandConfiguration(
            commandName: name, abstract: abstract, usage: arguments.map { "\(parent) \(name) \($0)" },
            discussion: discussion, aliases: aliases)
        configuration.wordsBefore = parent
        return configuration
    }
}
