import ArgumentParser

struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Packages and their releases.",
        subcommands: [
            PackageListCommand.self, PackageShowCommand.self, PackagePublishCommand.self, PackageChannelCommand.self,
            PackageRolloutCommand.self,
            PackageWithdrawCommand.self, PackageRestoreCommand.self, PackageRemoveCommand.self,
        ])
}
