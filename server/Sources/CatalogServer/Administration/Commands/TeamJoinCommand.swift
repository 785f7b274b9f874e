import ArgumentParser

struct TeamJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "join", abstract: "Make users members of a team.")

    @Argument(help: "The team.") var name: String
    @Argument(help: "The users.") var members: [String]
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { service in
            for member in members { try await service.addMember(member, to: name, by: .command()) }
        }
        Report.say("\(members.joined(separator: ", ")) joined \(name).")
    }
}
