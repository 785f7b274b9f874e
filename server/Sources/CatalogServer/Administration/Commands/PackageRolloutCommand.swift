import AppCatalog
import ArgumentParser

struct PackageRolloutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout", abstract: "Say for how many percent of its users a release is there.",
        discussion:
            "Who has it keeps it while the number rises: which users they are depends on them and the release alone.")

    @OptionGroup var chosen: ReleaseOptions
    @Argument(help: "0 to 100.") var percent: Int

    func run() async throws {
        try await chosen.change(ReleaseChange(rollout: percent)) { "is for \($0.rollout) % now" }
    }
}
