import AppGroupText
import ArgumentParser
import Serving

extension PackageCommand {
    struct Clean: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clean", abstract: "Immediately delete the files that no release needs.",
            discussion: """
                Servers and other commands may publish meanwhile. Nothing is deleted from a place that names another catalog, \
                or that may be another's: if this one has no releases, or none of its newest packages is there.
                """)

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var blobs: BlobOptions

        func run() async throws {
            let settings = try await catalog.settings(with: blobs.contents)
            let count = try await catalog.administering { service in
                let blobs = try settings.openBlobsBesideServer(of: service.store)
                return try await BlobSweep(ledger: service.store, blobs: blobs, place: "\(settings.blobs)").run()
            }
            ServerProgram.catalog.say("Removed \(Quantity(count, "file")) that no release needs.")
        }
    }
}
