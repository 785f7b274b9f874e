import AppGroupText
import ArgumentParser
import Serving

extension PackageCommand {
    struct Clean: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clean", abstract: "Immediately delete the files that no release needs.",
            discussion: """
                Servers and other commands may publish meanwhile. A catalog without releases deletes nothing, since its files \
                may be those of another one.
                """)

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var blobs: BlobOptions

        func run() async throws {
            let settings = try await catalog.settings(with: blobs.contents)
            let count = try await catalog.administering { service in
                try await BlobSweep(ledger: service.store, blobs: try settings.openBlobsBesideServer()).run()
            }
            ServerProgram.catalog.say("Removed \(Quantity(count, "file")) that no release needs.")
        }
    }
}
