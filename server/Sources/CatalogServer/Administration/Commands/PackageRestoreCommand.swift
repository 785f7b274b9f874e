import AppCatalog
import ArgumentParser

struct PackageRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Offer a withdrawn release again.")

    @OptionGroup var chosen: ReleaseOptions

    func run() async throws { try await chosen.change(ReleaseChange(restored: true)) { _ in "is offered again" } }
}
