import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import Downloading
import Feeds
import ToolDatabase
import ToolProgram
import ToolSupport

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Choose the feeds that the news comes from.",
        subcommands: [
            FeedListCommand.self, FeedAddCommand.self, FeedRemoveCommand.self, FeedImportCommand.self,
            FeedExportCommand.self,
        ],
        defaultSubcommand: FeedListCommand.self)
}

struct FeedListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the feeds.",
        discussion: "The fields of tsv are address, title, unread items, fund, time of the last answer, problem."
    )

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        let store = try Store(forReading: true)
        let feeds = try store.feeds()
        let funds = Dictionary(try store.funds().map { ($0.id, $0.name) }) { first, _ in first }
        let listing = FeedListing(feeds: feeds, unread: try store.unreadOfFeeds(), funds: funds, clock: .current)
        try Output.write(listing, as: format)
        if feeds.isEmpty, format == .table { console.say("There is no feed yet. To follow one: fund feed add URL") }
    }
}

struct FeedAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Follow a feed: RSS, Atom or JSON Feed, or a web page that names one.",
        discussion: "To move a feed that you follow already to a fund, add it again with --fund."
    )

    @Argument(help: "The address of the feed or of the page.")
    var url: String

    @Option(help: "The fund that it belongs to.")
    var fund: String?

    @OptionGroup
    var options: TimeoutOptions

    func run() throws {
        let store = try Store()
        let fund = try fund.map { try store.fund($0) }
        let result = try FeedAdding(store: store, fetcher: Fetcher(timeout: options.timeout)).add(url, to: fund)
        let state = result.isNew ? "is followed now" : "is followed already"
        console.say("“\(result.feed.title)” \(state): \(Quantity(result.items, "new item")).")
        if let damage = result.damage { console.say("\(result.feed.address): \(damage)") }
        if !result.others.isEmpty {
            console.say("The page names more: \(result.others.prefix(5).map(\.address).joined(separator: ", "))")
        }
        try store.tellUntold { try Membership.announce(store) }
    }
}

struct FeedRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Stop following a feed, and delete its news."
    )

    @Argument(help: "The feed: its address, or a part of its title or address.")
    var feed: String

    func run() throws {
        let store = try Store()
        let feed = try store.feed(feed)
        try store.removeFeed(feed)
        try Membership.announce(store)
        console.say("“\(feed.title)” (\(feed.address)) is no longer followed.")
    }
}

struct FeedImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Follow all feeds of an OPML file.",
        discussion: "Each feed is followed once. To fetch them: fund news update"
    )

    @Argument(help: "The file.", completion: .file(extensions: ["opml", "xml"]))
    var file: String

    @Option(help: "The fund that they belong to.")
    var fund: String?

    func run() throws {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try Files.fileContents(of: file, limit: 32 << 20) } catch .notFound {
            throw ToolError.notFound("There is no file \(file).")
        } catch {
            throw ToolError.inputOutput("\(file) can't be read: \(error).")
        }
        let document: OutlineDocument
        do throws(FeedError) { document = try OutlineDocument(reading: bytes) } catch {
            throw ToolError.unreadable("\(file): \(error)")
        }
        let store = try Store()
        let fund = try fund.map { try store.fund($0) }
        // fund stores no passwords.
        let feeds = document.feeds.filter { WebAddress($0.address)?.hasUser != true }
        let added = try store.database.transaction {
            try feeds.filter { feed in
                let title = feed.title.isEmpty ? feed.address : feed.title
                return try store.insertFeed(
                    feed.address, title: title, home: feed.link, folders: feed.folders, fund: fund?.id
                ).isNew
            }.count
        }
        if let damage = document.damage { console.say("\(file): \(damage)") }
        if !document.unusable.isEmpty {
            let names = document.unusable.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
            let more = document.unusable.count > 5 ? " and more" : ""
            console.say(
                "\(Quantity(document.unusable.count, "feed")) left out because of an address that is not a web address: "
                    + "\(names)\(more).")
        }
        let (known, leftOut) = (feeds.count - added, document.feeds.count - feeds.count)
        if leftOut > 0 {
            console.say(
                "\(Quantity(leftOut, "feed")) left out because of a user name in the address: fund stores no passwords."
            )
        }
        console.say("\(Quantity(added, "feed")) added\(known > 0 ? ", \(known) followed already" : "").")
    }
}

struct FeedExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all feeds as an OPML file."
    )

    func run() throws {
        let store = try Store(forReading: true)
        // The feeds of one folder stand together, so that it is written once.
        let feeds = try store.feeds().sorted { $0.folders.lexicographicallyPrecedes($1.folders) }.map {
            OutlineFeed(address: $0.address, title: $0.title, link: $0.home, folders: $0.folders)
        }
        try Output.write(String(decoding: OutlineDocument(title: "fund", feeds: feeds).written(), as: UTF8.self))
    }
}
