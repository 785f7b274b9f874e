import ArgumentParser

struct TeamLeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "leave", abstract: "Take users out of a team.")

    @Argument(help: "The team.") var name: String
    @Argument(help: "The users.") var members: [String]
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { service in
            for member in members { try await service.removeMember(member, from: name, by: .command()) }
        }
        Report.say("\(members.joined(separator: ", ")) left \(name).")
    }
}
