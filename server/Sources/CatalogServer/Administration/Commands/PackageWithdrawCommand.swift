import AppCatalog
import ArgumentParser

struct PackageWithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Offer a release to nobody any more; who has it keeps it.")

    @OptionGroup var chosen: ReleaseOptions
    @Option(help: "Why, for those who administer: package show.") var reason: String = "withdrawn"

    func run() async throws { try await chosen.change(ReleaseChange(withdrawn: reason)) { _ in "is withdrawn" } }
}
