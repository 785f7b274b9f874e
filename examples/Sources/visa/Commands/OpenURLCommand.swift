import AppGroupTerminal
import ArgumentParser

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Opens visa://, what is known of all, or visa://status?number=NUMBER, of one."
    )

    @Argument(help: "The link, percent-encoded where need be; without one, all.")
    var url = "visa://"

    func run() throws {
        var status = StatusCommand()
        switch try VisaLink(parsing: url) {
        case .all: status.number = []
        case .application(let number): status.number = [number]
        }
        (status.history, status.format) = (false, .table)
        try status.run()
    }
}
