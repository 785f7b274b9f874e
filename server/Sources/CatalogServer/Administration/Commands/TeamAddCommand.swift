import AppCatalog
import ArgumentParser

struct TeamAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a team, with the members named.")

    @Argument(help: "By the rule of users' names.") var name: String
    @Argument(help: "Users who become its members.") var members: [String] = []
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { service in
            for member in members { _ = try await service.required(member) }
            _ = try await service.add(NewTeam(name: name), by: .command())
            for member in members { try await service.addMember(member, to: name, by: .command()) }
        }
        Report.say("Added the team \(name)\(members.isEmpty ? "" : " of \(members.joined(separator: ", "))").")
    }
}
