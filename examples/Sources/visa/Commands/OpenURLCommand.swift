import ArgumentParser
import ToolProgram

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: visa:// shows every number, visa://status?number=NUMBER shows one."
    )

    @Argument(help: "The link, percent-encoded. Without a link, show every number.")
    var url = "visa://"

    func run() throws {
        var status = StatusCommand()
        switch try VisaLink(parsing: url) {
        case .all: status.number = []
        case .application(let number): status.number = [number]
        }
        (status.history, status.format) = (false, .table)
        guard Membership.visa.takesOwnWindow else { return try status.run() }
        StatusWindow(status: status).run()
    }
}

/// What a `visa:` URL asks for. No link changes what is tracked or uses the network.
enum VisaLink: Equatable {
    /// `visa://` or `visa://status`
    case all
    /// `visa://status?number=NUMBER`
    case application(number: String)

    init(parsing text: String) throws(ToolError) {
        let link = try ToolLink(parsing: text, scheme: "visa", forms: ["": [], "status": ["number"]])
        guard let number = link["number"] else {
            self = .all
            return
        }
        guard ApplicationNumber(number) != nil else {
            throw .unreadable("The link names no number. The form is visa://status?number=NUMBER")
        }
        self = .application(number: number)
    }
}
