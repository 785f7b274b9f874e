import AppCatalog
import ArgumentParser

struct PackageListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the packages.")

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let list = try await catalog.administering { try await $0.packages() }
        WireListing(
            list, ["NAME", "NEWEST", "RELEASES", "SIZE", "ID"],
            list.packages.map { package in
                let size = package.releases.reduce(UInt64(0)) { $0 &+ $1.release.size }
                return [
                    .text(package.name), .text(package.releases.first?.release.version ?? ""),
                    .number(Int64(package.releases.count)), .bytes(size), .text(package.id),
                ]
            }
        ).print(as: output.format)
    }
}
