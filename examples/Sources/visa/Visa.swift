import ArgumentParser
import PDFText

@main
struct Visa: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads the tables that offices publish as PDF.",
        subcommands: [InspectCommand.self]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as VisaError {
            Output.say(error)
            exit(withError: ExitCode(error.status))
        } catch {
            exit(withError: error)
        }
    }
}
