import AppGroupCommands
import ArgumentParser
import Serving

extension PackageCommand {
    struct Adopt: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "adopt", abstract: "Make this catalog the owner of the place where its packages are.",
            discussion: """
                A folder or bucket belongs to the first catalog that stores something there. Other catalogs neither store \
                nor delete anything there, since each would delete the packages of the other. Use this command if the owner \
                no longer exists, or if the place has packages of this catalog but names no owner. Then the server deletes \
                what no release of this catalog needs. The command and the audit log name the former owner. On a terminal, the \
                command asks first, unless the place is empty and names no catalog.
                """)

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var blobs: BlobOptions
        @Flag(help: "Do not ask.") var yes = false

        func run() async throws {
            let settings = try await catalog.settings(with: blobs.contents)
            try await catalog.administering { service in
                let blobs = try settings.openBlobsBesideServer(of: service.store)
                let (own, owner) = (service.store.identity, try await blobs.owner())
                var news = "\(settings.blobs) belongs to the catalog \(own)"
                if owner != own {
                    let state = owner == nil ? "has packages and names no catalog" : BlobPlace.state(of: owner)
                    var isSure = yes
                    // A place that an older release has used names no catalog, but may be that of another one.
                    if owner == nil, try await blobs.isEmpty() { isSure = true }
                    try Talk.makeSure(
                        "\(settings.blobs) \(state). Let this catalog, \(own), delete what it does not need there?",
                        unless: isSure, or: "Nothing was changed")
                    guard try await blobs.owner() == owner else {
                        throw ServiceError(
                            .conflict, "Since the question, \(settings.blobs) has changed hands. Try again.")
                    }
                    // If this was a mistake, that catalog has to adopt its packages again. Afterwards, nothing else knows it.
                    if let owner, !owner.isEmpty { news += "; before, it belonged to \(owner.prefix(300))" }
                    try await service.store.record(.adoptPackages, news, by: .command())
                    // Another catalog may have become the first owner since the question.
                    try await blobs.take(replacing: owner != nil)
                }
                ServerProgram.catalog.say("\(news).")
            }
        }
    }
}
