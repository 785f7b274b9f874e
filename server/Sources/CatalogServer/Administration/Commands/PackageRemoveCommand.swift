import ArgumentParser

struct PackageRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a release for good; its file goes when no other release needs it.")

    @OptionGroup var chosen: ReleaseOptions

    func run() async throws {
        try await chosen.forEach { service, release in
            try await service.store.removeRelease(release.id, by: .command())
            Report.say("Removed \(release.contents.label).")
        }
    }
}
