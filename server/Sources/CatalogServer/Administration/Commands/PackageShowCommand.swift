import AppCatalog
import ArgumentParser

struct PackageShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "List the releases of a package.")

    @Argument(help: "The package's identifier.") var package: String
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let description = try await catalog.administering { try await $0.package(package) }
        WireListing(
            description,
            ["VERSION", "BUILD", "PLATFORM", "CHANNEL", "ROLLOUT %", "STATE", "SIZE", "PUBLISHED", "BY", "SHA-256"],
            description.releases.map { item in
                let release = item.release
                return [
                    .text(release.version ?? ""), .text(release.build ?? ""),
                    .text(([release.platform.operatingSystem] + release.platform.architectures).joined(separator: " ")),
                    .text(release.channel.rawValue), .number(Int64(item.rollout)),
                    .text(item.withdrawn.map { "withdrawn: \($0)" } ?? "offered"), .bytes(release.size),
                    .moment(release.published), .text(item.publisher), .text(release.sha256),
                ]
            }
        ).print(as: output.format)
    }
}
