import ArgumentParser

struct GrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Grants: who may have which packages.",
        subcommands: [GrantAddCommand.self, GrantListCommand.self, GrantRemoveCommand.self])
}
