import AppGroup
import ArgumentParser

struct TokenListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List where a user is logged in.")

    @Argument(help: "The user.") var user: String
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let list = try await catalog.administering { try await $0.sessions(of: user, at: .now) }
        SessionListing.listing(list).print(as: output.format)
    }
}
