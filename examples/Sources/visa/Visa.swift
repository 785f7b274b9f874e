import ArgumentParser

@main
struct Visa: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow applications through the tables that offices publish as PDFs.",
        discussion:
            "Add a number once with visa track NUMBER --source URL. Then visa update shows what has become of it.",
        subcommands: StatusCommand.siblings,
        defaultSubcommand: StatusCommand.self
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as VisaError {
            Console.say(error)
            exit(withError: ExitCode(error.status))
        } catch {
            exit(withError: error)
        }
    }
}
