import AppGroup
import ArgumentParser
import ToolProgram
import ToolSupport

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: fund://open?name=FUND, fund://note?fund=FUND or fund://news?source=SOURCE.",
        discussion:
            "fund:// lists the funds. A link changes nothing by itself: fund asks before it opens the editor for a note."
    )

    @Argument(help: "The link, percent-encoded.")
    var url = "fund://"

    func run() throws {
        let link = try FundLink(parsing: url)
        guard Membership.fund.takesOwnWindow else { return try link.run() }
        FundWindow(link: link).run()
    }
}

/// What a `fund:` URL asks for.
enum FundLink: Equatable {
    /// `fund://`
    case list
    /// `fund://open?name=FUND`
    case open(fund: String)
    /// `fund://note?fund=FUND`
    case note(fund: String)
    /// `fund://news` or `fund://news?source=SOURCE`
    case news(source: String?)

    init(parsing text: String) throws(ToolError) {
        let link = try ToolLink(
            parsing: text, scheme: "fund", forms: ["": [], "open": ["name"], "note": ["fund"], "news": ["source"]])
        func needed(_ key: String) throws(ToolError) -> String {
            guard let value = link[key], !value.isEmpty else {
                throw .unreadable("The link names no fund. The form is fund://\(link.place)?\(key)=FUND")
            }
            return value
        }
        switch link.place {
        case "open": self = .open(fund: try needed("name"))
        case "note": self = .note(fund: try needed("fund"))
        case "news": self = .news(source: link["source"])
        default: self = .list
        }
    }

    /// Does what the link asks for.
    func run() throws {
        switch self {
        case .list: try ListCommand.parse([]).run()
        case .open(let fund): try ShowCommand.parse(["--", fund]).run()
        case .news(let source): try NewsListCommand.parse(source.map { ["--source=\($0)"] } ?? []).run()
        case .note(let name):
            let fund = try Store().fund(name)
            guard console.canAsk else {
                throw ToolError.refused("A link asks you before it opens the editor, and you can't be asked here.")
            }
            guard console.confirm("Write a note for “\(fund.name)”?") else {
                throw ToolError.refused("No note is written.")
            }
            Membership.fund.noteOpening()
            try NoteAddCommand.parse(["--", fund.name]).run()
        }
    }
}

/// Shows what a link asks for in a window that was opened for fund, until its user closes it.
struct FundWindow {
    let link: FundLink

    func run() {
        let window = OwnWindow()
        console.attempt { try link.run() }
        while let answer = window.ask(
            "A fund's name or an item's number shows it, n shows the news, Enter the funds, q closes:")
        {
            console.attempt {
                switch answer {
                case "": try ListCommand.parse([]).run()
                case "n": try NewsListCommand.parse([]).run()
                case _ where Int64(answer) != nil: try NewsOpenCommand.parse(["--", answer]).run()
                default: try ShowCommand.parse(["--", answer]).run()
                }
            }
        }
    }
}
