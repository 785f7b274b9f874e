import ArgumentParser
import Configuration

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a catalogue and its first administrator, without running the server.")

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var first: FirstAdministratorOptions

    func run() async throws {
        let settings = try await catalog.settings(with: [.group: first.group.map { .string($0) }])
        let hasher = PasswordHasher(width: 1)
        let store = try await NewCatalog(settings: settings, hasher: hasher, first: first).open()
        await hasher.shutDown()
        try await store.close()
    }
}
