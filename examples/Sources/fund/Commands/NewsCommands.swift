import AppGroup
import AppGroupText
import ArgumentParser
import ToolProgram

struct NewsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "news",
        abstract: "Read the news of the feeds.",
        subcommands: [NewsListCommand.self, NewsOpenCommand.self, NewsReadCommand.self, NewsUpdateCommand.self],
        defaultSubcommand: NewsListCommand.self)
}

/// Which news a command is about.
struct NewsOptions: ParsableArguments {
    @Option(help: "Select only the news of this feed: a part of its title or address.")
    var source: String?

    @Option(help: "Select only the news of the feeds of this fund.")
    var fund: String?

    func filter(in store: Store) throws -> NewsFilter {
        NewsFilter(feed: try source.map { try store.feed($0).id }, fund: try fund.map { try store.fund($0).id })
    }
}

struct NewsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the news, the newest first. A dot marks unread ones.",
        discussion: "The fields of tsv are number, unread or read, time, source, title, link."
    )

    @OptionGroup
    var options: NewsOptions

    @OptionGroup
    var list: ListOptions

    func run() throws {
        Membership.fund.noteOpening()
        let store = try Store(forReading: true)
        var filter = try options.filter(in: store)
        filter.onlyUnread = list.unread
        let items = try store.news(filter, limit: list.limit)
        try Output.write(NewsListing(items: items, clock: .current), as: list.format)
        if items.isEmpty, list.format == .table {
            console.say(
                try store.feeds().isEmpty
                    ? "There is no feed yet. To follow one: fund feed add URL"
                    : "There is no\(list.unread ? " unread" : "") news.")
        }
    }
}

struct NewsOpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show a whole item, and mark it as read. This needs no network.",
        discussion: "With --web, open the item's page with your browser instead."
    )

    @Argument(help: "The number of the item, as fund news shows it.")
    var number: Int64

    @Flag(help: "Open the page of the item.")
    var web = false

    func run() throws {
        if web { Membership.fund.recordOpening() } else { Membership.fund.noteOpening() }
        let store = try Store(forReading: true)
        let item = try store.existingItem(number)
        if web {
            guard let link = item.link else {
                throw ToolError.notFound("Item \(number) has no page. To read it here: fund news open \(number)")
            }
            try Viewer.open(link)
        } else {
            try Output.write(NewsPage.text(item, try store.text(ofItem: number)))
        }
        guard !store.database.isReadOnly else { return }
        try store.markAsRead([number], .news)
        try Membership.announce(store)
    }
}

struct NewsReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark news as read."
    )

    @Argument(help: "The numbers of the items, as fund news shows them.")
    var numbers: [Int64] = []

    @Flag(help: "Mark all news, or all news of a feed or a fund.")
    var all = false

    @OptionGroup
    var options: NewsOptions

    private var marking: ReadMarking { ReadMarking(numbers: numbers, all: all) }

    func validate() throws {
        try marking.validate(isPart: options.source != nil || options.fund != nil, names: "--source and --fund")
    }

    func run() throws {
        let store = try Store()
        try marking.run(
            in: store, .news, noun: "item", find: { _ = try store.existingItem($0) },
            markAll: { try store.markAllAsRead(options.filter(in: store)) })
    }
}

extension Store {
    fileprivate func existingItem(_ number: Int64) throws -> NewsItem {
        guard let item = try item(number) else {
            throw ToolError.notFound("There is no item \(number). To list the news: fund news")
        }
        return item
    }
}

/// An item on the screen: its title, where it comes from, and its text.
enum NewsPage {
    static func text(_ item: NewsItem, _ text: String) -> String {
        let age = LocalClock.current.ago(item.date)
        let source = [item.source, item.author, age].compactMap { $0 }.joined(separator: ", ")
        let head = [item.title, source, item.link].compactMap { $0 }.map { "\(SafeText($0))\n" }.joined()
        return text.isEmpty ? head : "\(head)\n\(PlainPage.text(text))"
    }
}
