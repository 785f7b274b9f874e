import ArgumentParser

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Tokens: the logins of users.",
        subcommands: [TokenListCommand.self, TokenRevokeCommand.self])
}
