import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command that is also parsed alone: its help then still begins with `launcher`.
    ///
    /// - Parameter parent: The words before its name.
    static func leaf(
        _ name: String, of parent: String = "launcher", _ abstract: String, discussion: String = "",
        aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: parent, abstract: abstract, discussion: discussion, version: "",
            shouldDisplay: true, subcommands: [], groupedSubcommands: [], defaultSubcommand: nil,
            helpNames: nil, aliases: aliases)
    }

    /// The names of the subcommands, grouped or not.
    var subcommandNames: Set<String> {
        Set((subcommands + groupedSubcommands.flatMap(\.subcommands)).compactMap { $0.configuration.commandName })
    }
}
