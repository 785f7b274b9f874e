import AppCatalog
import ArgumentParser

/// Which releases a command is about.
struct ReleaseOptions: ParsableArguments {
    @Argument(help: "The package's identifier.") var package: String
    @Argument(help: "The version, for all platforms, or the first 8 or more digits of one release's SHA-256.")
    var release: String
    @Option(help: "Only this build of the version.") var build: String?
    @OptionGroup var catalog: CatalogOptions

    func forEach(_ body: (AdministrationService, Release) async throws -> Void) async throws {
        try await catalog.administering { service in
            for release in try await service.releases(of: package, called: release, build: build) {
                try await body(service, release)
            }
        }
    }

    /// - Parameter outcome: How the sentence ends that says what became of a release.
    func change(_ change: ReleaseChange, outcome: (ReleaseDescription) -> String) async throws {
        try await forEach { service, release in
            let changed = try await service.change(release, change, by: .command())
            Report.say("\(release.contents.label) \(outcome(changed)).")
        }
    }
}
