import AppGroup
import ArgumentParser

struct UserSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List where a user is logged in.")

    @Argument(help: "The user.") var name: String
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let list = try await catalog.administering { try await $0.sessions(of: name, at: .now) }
        SessionListing.listing(list).print(as: output.format)
    }
}
