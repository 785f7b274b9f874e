import AppGroup
import AppGroupTerminal
import ArgumentParser

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("info", "Say everything that is known of an app.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String
    @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

    func run() throws {
        let (family, app) = try group.app(what)
        let session = Session.current
        session.print(InfoListing(app: app, imagePath: family.imagePath(of: app.record), session: session), as: format)
    }
}
