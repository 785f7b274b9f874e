import AppGroup
import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolSupport

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: posters://, posters://show?id=ID or posters://new?lat=LAT&lon=LON.",
        discussion: "A link sends nothing: posters://new only makes a draft with that place."
    )

    @Argument(help: "The link, percent-encoded. Without a link, list drafts and reports.")
    var url = "posters://"

    func run() throws {
        let link = try PostersLink(parsing: url)
        guard Membership.posters.takesOwnWindow else { return try link.run() }
        PostersWindow(link: link).run()
    }
}

/// The request in a `posters:` URL.
enum PostersLink: Equatable {
    /// `posters://`
    case list
    /// `posters://show?id=17`
    case show(id: String)
    /// `posters://new?lat=50.4501&lon=30.5234`
    case new(Place)

    init(parsing text: String) throws(ToolError) {
        let link = try ToolLink(
            parsing: text, scheme: "posters", forms: ["": [], "show": ["id"], "new": ["lat", "lon"]])
        switch link.place {
        case "show":
            guard let id = link["id"] else { throw .unreadable("The link names no report: posters://show?id=17") }
            do throws(ToolError) { _ = try ReportName(parsing: id) } catch { throw .unreadable(error.description) }
            self = .show(id: id)
        case "new":
            guard let latitude = link["lat"], let longitude = link["lon"],
                let spot = Spot(parsing: "\(latitude),\(longitude)")
            else { throw .unreadable("The link names no place. The form is posters://new?lat=50.4501&lon=30.5234") }
            self = .new(Place(spot))
        default: self = .list
        }
    }

    /// Does what the link asks for.
    func run() throws {
        switch self {
        case .list: try ListCommand.parse([]).run()
        case .show(let id): try ShowCommand.parse(["--", id]).run()
        case .new(let place):
            let store = try Store()
            _ = try store.neededAccount()
            let draft = try store.add(.report(ReportDraft(place: place)), at: .now)
            try Membership.announce(store)
            StandardOutput.print(
                "\(draft.name) is a draft at \(place). It lacks \(draft.lacksPhrase). "
                    + "To complete it: posters edit \(draft.name)")
        }
    }
}

/// Shows what a link asks for in a window that was opened for posters, until its user closes it.
struct PostersWindow {
    let link: PostersLink

    func run() {
        let window = OwnWindow()
        console.attempt { try link.run() }
        while let answer = window.ask("A number shows a report, s syncs, Enter lists, q closes:") {
            console.attempt {
                switch answer {
                case "": try ListCommand.parse([]).run()
                case "s": try SyncCommand.parse([]).run()
                default: try ShowCommand.parse(["--", answer]).run()
                }
            }
        }
    }
}
