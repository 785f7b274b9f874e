import ArgumentParser

struct TeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Teams: users to whom something is granted at once.",
        subcommands: [
            TeamAddCommand.self, TeamListCommand.self, TeamJoinCommand.self, TeamLeaveCommand.self,
            TeamRemoveCommand.self,
        ])
}
