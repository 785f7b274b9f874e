import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the funds.",
        discussion: "The fields of tsv are name, files, notes, unread news and mail, time of the last change, folder."
    )

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        Membership.fund.noteOpening()
        let store = try Store(forReading: true)
        let summaries = try store.summaries()
        try Output.write(FundListing(summaries: summaries, folder: store.folder(of:), clock: .current), as: format)
        if summaries.isEmpty, format == .table { console.say("There is no fund yet. To make one: fund new NAME") }
    }
}

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a fund.",
        discussion: "Its folder has the same name. If the folder exists already, the fund has the files that are in it."
    )

    @Argument(help: "The name, such as “Equity 500”.")
    var name: String

    func run() throws {
        let store = try Store()
        let name = try FundName(name)
        try store.refuseAlike(name)
        let fund = try store.addFund(name, at: .now)
        let files = try Scanner(store: store).scan(fund, failure: console.say).added.count
        let found = files == 0 ? "is ready" : "has the \(Quantity(files, "file")) of the folder"
        console.say("“\(fund.name)” \(found): \(store.folder(of: fund))")
    }
}

struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a fund and its folder another name."
    )

    @Argument(help: "The fund.")
    var fund: String

    @Argument(help: "Its new name.")
    var name: String

    func run() throws {
        let store = try Store()
        let fund = try store.fund(fund)
        let name = try FundName(name)
        try store.refuseAlike(name, besides: fund)
        try store.refuseWhileFetching(into: fund)
        try store.rename(fund, to: name)
        console.say("“\(fund.name)” is now “\(name)”.")
    }
}

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the documents, the multimedia, the notes and the newest news and mail of a fund.",
        discussion: """
            The fields of tsv for files are: document, multimedia or other; path; size; time; “favorite”, or “elsewhere” \
            (only on another device). For notes: note; title; nothing; time. For news and mail: news or mail; title; number; \
            time; read or unread.
            """
    )

    /// How many news, and how many messages, are shown.
    private static let newsLimit = 10

    @Argument(help: "The fund, or a part of its name.")
    var fund: String

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        Membership.fund.noteOpening()
        let store = try Store(forReading: true)
        let page = try Self.page(of: store.fund(fund), in: store)
        try Output.write(page, as: format)
        if page.rows.isEmpty, format == .table {
            console.say("“\(page.fund.name)” is empty. To add a file: fund add \(page.fund.name.quotedForShell) FILE")
        }
    }

    static func page(of fund: Fund, in store: Store) throws -> FundPage {
        let folder = store.folder(of: fund)
        var files: [FolderEntry] = []
        var leftOut = LeftOutFiles()
        do throws(SystemError) {
            files = try Files.entries(below: folder) { leftOut.add("\(fund.name)/\($0)", because: $1) }
        } catch {
            console.say("The folder \(folder) can't be read: \(error).")
        }
        if let sentence = leftOut.sentence { console.say(sentence) }
        let favorite = try store.favorite()
        return FundPage(
            fund: fund, folder: folder, files: files,
            distant: try store.distantFiles(of: fund).map {
                FolderEntry(path: $0.content.path, size: $0.content.size, modified: Int($0.content.modified / 1000))
            }, notes: try store.notes(of: fund),
            news: try store.news(NewsFilter(fund: fund.id), limit: newsLimit),
            mails: try store.mails(MailFilter(fund: fund.id), limit: newsLimit),
            favorite: favorite?.fund.id == fund.id ? favorite?.path : nil, clock: .current)
    }
}

struct WhereCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "where",
        abstract: "Print the folder of a fund, or of all funds.",
        discussion: "Other programs may put files there. To include them in searches: fund scan"
    )

    @Argument(help: "The fund, or a part of its name.")
    var fund: String?

    func run() throws {
        let store = try Store(forReading: true)
        let folder = try fund.map { try store.folder(of: store.fund($0)) } ?? store.root
        try Output.write("\(SafeText(folder))\n")
    }
}

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Find files that other programs put into the folders of funds, and read the text of PDFs.",
        discussion: """
            If the folder of a fund has lost all its files, or most of them, its disk may not be mounted. Then nothing is \
            forgotten, and the exit status is 74, unless you name the fund.
            """
    )

    @Argument(help: "The fund; without one, all funds.")
    var fund: String?

    func run() throws {
        let store = try Store()
        let scanner = Scanner(store: store, acceptsLoss: fund != nil)
        let funds = try fund.map { [try store.fund($0)] } ?? store.funds()
        var output = Output()
        var failure: ToolError?
        for fund in funds {
            do {
                let result = try scanner.scan(fund, failure: console.say)
                for (word, paths) in [("new", result.added), ("changed", result.changed), ("gone", result.removed)] {
                    for path in paths { try output.print("\(word)\t\(SafeText.tsv("\(fund.name)/\(path)"))\n") }
                }
            } catch let error as ToolError {
                console.say(error)
                failure = error
            }
        }
        try output.flush()
        if let failure { throw ExitCode(failure.exitStatus.rawValue) }
    }
}
