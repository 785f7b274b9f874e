import AppCatalog
import ArgumentParser

struct PackageChannelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Move a release to another channel.")

    @OptionGroup var chosen: ReleaseOptions
    @Argument(help: "stable or beta.") var channel: ReleaseChannel

    func run() async throws {
        try await chosen.change(ReleaseChange(channel: channel)) { "is \($0.release.channel.rawValue) now" }
    }
}
