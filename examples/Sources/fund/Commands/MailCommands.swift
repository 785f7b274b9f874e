import AppGroup
import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Fetch mail, file it under funds, and read it.",
        discussion: """
            Begin with fund mail account add ADDRESS --server HOST. A message with a subject such as “[Equity 500] Q3” is \
            filed under that fund if you trust its sender and your mail server vouches for the sender. All other mail is \
            kept as unfiled.
            """,
        subcommands: [
            MailListCommand.self, MailShowCommand.self, MailGetCommand.self, MailReadCommand.self, MailFileCommand.self,
            MailRemoveCommand.self, MailFetchCommand.self, MailTrustCommand.self, MailAccountCommand.self,
        ],
        defaultSubcommand: MailListCommand.self)
}

/// Which mail a command is about.
struct MailOptions: ParsableArguments {
    @Option(help: "Select only the mail of this fund.")
    var fund: String?

    @Flag(help: "Select only mail of no fund.")
    var unfiled = false

    func validate() throws {
        guard fund == nil || !unfiled else { throw ValidationError("Give either --fund or --unfiled.") }
    }

    func filter(in store: Store) throws -> MailFilter {
        MailFilter(fund: try fund.map { try store.fund($0).id }, onlyUnfiled: unfiled)
    }
}

struct MailListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the mail, the newest first. A dot marks unread messages.",
        discussion: "The fields of tsv are number, unread or read, time, fund, sender, subject, number of attachments."
    )

    @OptionGroup
    var options: MailOptions

    @OptionGroup
    var list: ListOptions

    func run() throws {
        Membership.fund.noteOpening()
        let store = try Store(forReading: true)
        var filter = try options.filter(in: store)
        filter.onlyUnread = list.unread
        let mails = try store.mails(filter, limit: list.limit)
        try Output.write(MailListing(mails, funds: store.funds(), clock: .current), as: list.format)
        guard mails.isEmpty, list.format == .table else { return }
        console.say(
            try store.mailAccounts().isEmpty
                ? "There is no account yet. To add one: fund mail account add ADDRESS --server HOST"
                : try store.hasMail()
                    ? "There is no such mail." : "There is no mail yet. To fetch it: fund mail fetch")
    }
}

struct MailShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a message and the list of its attachments, and mark it as read. This needs no network."
    )

    @Argument(help: "The number of the message, as fund mail shows it.")
    var number: Int64

    func run() throws {
        Membership.fund.noteOpening()
        let store = try Store(forReading: true)
        let mail = try store.existingMail(number)
        let file = try MailFile(store.mailFile(mail.identity))
        let header = file.tree.header
        let fund = try mail.fund.flatMap { try store.fund(id: $0)?.name }
        let page = MailPage(
            head: [
                ("Subject", mail.subject), ("From", header.sender?.description ?? ""),
                ("Date", "\(header.date ?? "") (\(LocalClock.current.ago(mail.date)))"), ("Fund", fund ?? "unfiled"),
            ],
            text: try file.shownText(),
            attachments: file.tree.attachments.map { ($0.name, $0.size) }, isCut: file.tree.isCut)
        try Output.write(page.output)
        guard !store.database.isReadOnly else { return }
        try store.markAsRead([number], .mail)
        try Membership.announce(store)
    }
}

struct MailReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark mail as read."
    )

    @Argument(help: "The numbers of the messages, as fund mail shows them.")
    var numbers: [Int64] = []

    @Flag(help: "Mark all mail, or all mail of a fund.")
    var all = false

    @OptionGroup
    var options: MailOptions

    private var marking: ReadMarking { ReadMarking(numbers: numbers, all: all) }

    func validate() throws {
        try marking.validate(isPart: options.fund != nil || options.unfiled, names: "--fund and --unfiled")
    }

    func run() throws {
        let store = try Store()
        try marking.run(
            in: store, .mail, noun: "message", find: { _ = try store.existingMail($0) },
            markAll: { try store.markAllMailAsRead(options.filter(in: store)) })
    }
}

struct MailRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Move a message to the trash of the desktop. It is not fetched again."
    )

    @Argument(help: "The number of the message, as fund mail shows it.")
    var number: Int64

    @Flag(help: "Delete it for good instead.")
    var forever = false

    func run() throws {
        let store = try Store()
        let mail = try store.existingMail(number)
        try Removal(store: store, isForever: forever, now: .now).remove(mail)
        try Membership.announce(store)
        console.say("“\(mail.subject)” is \(forever ? "deleted" : "in the trash").")
    }
}
