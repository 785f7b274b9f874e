import ArgumentParser

@main
struct Visa: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow visa applications through the tables that offices publish as PDFs.",
        discussion:
            "Add an application's number once with visa track NUMBER --source URL. Then visa update shows its status.",
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
