import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import ToolDatabase
import ToolProgram

struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find a text in the names and texts of files, in notes, in news and in mail. The newest comes first.",
        discussion: """
            The text can be of any script and as short as one character. The case of letters makes no difference, and \
            every character stands for itself. The text of PDFs is known after fund add and fund scan.

            The fields of tsv are file, note, news or mail; fund or source; path, title or number; title; time; the words \
            around the text.
            """
    )

    /// What to search.
    enum Area: String, CaseIterable, ExpressibleByArgument {
        case files, notes, news, mail

        fileprivate var kind: SearchKind {
            switch self {
            case .files: .file
            case .notes: .note
            case .news: .news
            case .mail: .mail
            }
        }
    }

    @Argument(help: "The text. Several words are one text.")
    var text: [String]

    @Option(name: .customLong("in"), help: "Search only files, notes, news or mail.")
    var area: Area?

    @Option(help: "Show at most this many.")
    var limit = 50

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    private static let limits = 1...1_000_000

    func validate() throws {
        guard Self.limits.contains(limit) else { throw ValidationError("--limit takes 1 to 1,000,000.") }
    }

    func run() throws {
        let text = text.joined(separator: " ")
        guard text.contains(where: { !$0.isWhitespace }) else { throw ToolError.usage("Give a text: fund search TEXT") }
        let store = try Store(forReading: true)
        // One more tells whether there are more.
        let found = try store.search(text, in: area?.kind, limit: limit + 1)
        let hits = try found.prefix(limit).compactMap { try store.hit($0, for: text.folded) }
        try Output.write(SearchListing(hits: hits, clock: .current), as: format)
        if hits.isEmpty { throw ToolError.notFound("Nothing contains “\(text)”.") }
        if found.count > limit { console.say("There are more: --limit \(limit * 10)") }
    }
}

extension SearchCommand {
    /// The command for simple arguments of the program, read without ArgumentParser; nil if the parser is needed.
    static func plainly(_ arguments: [String]) -> (any ParsableCommand)? {
        guard arguments.first == configuration.commandName,
            let arguments = PlainArguments(arguments.dropFirst(), options: ["--in", "--limit", "--format"]),
            !arguments.words.isEmpty,
            let area = arguments.value(of: "--in", Area.init),
            let limit = arguments.value(of: "--limit", default: 50, in: limits),
            let format = arguments.value(of: "--format", default: .table, OutputFormat.init)
        else { return nil }
        var command = SearchCommand()
        command.text = arguments.words
        (command.area, command.limit, command.format) = (area, limit, format)
        return command
    }
}

extension Store {
    /// What a match shows; nil if it has been removed meanwhile.
    fileprivate func hit(_ match: SearchMatch, for folded: String) throws -> SearchHit? {
        switch match.kind {
        case .file:
            guard let file = try file(id: match.owner), let fund = try fund(id: file.fund) else { return nil }
            let text = file.path.folded.contains(folded) ? nil : try text(ofFile: file.id)
            return SearchHit(
                kind: .file, owner: fund.name, selector: "\(fund.name)/\(file.path)", title: file.path,
                date: match.date,
                excerpt: text.map { Excerpt.of($0, around: folded) } ?? "")
        case .note:
            guard let note = try note(id: match.owner), let fund = try fund(id: note.fund) else { return nil }
            return SearchHit(
                kind: .note, owner: fund.name, selector: note.title, title: note.title, date: match.date,
                excerpt: Excerpt.of(note.text, around: folded))
        case .news:
            guard let item = try item(match.owner) else { return nil }
            return SearchHit(
                kind: .news, owner: item.source, selector: "\(item.id)", title: item.title, date: match.date,
                excerpt: Excerpt.of(try text(ofItem: item.id), around: folded))
        case .mail:
            guard let mail = try mail(match.owner) else { return nil }
            let text = try? MailFile(mailFile(mail.identity)).foundText()
            return SearchHit(
                kind: .mail, owner: try mail.fund.flatMap { try fund(id: $0)?.name }, selector: "\(mail.id)",
                title: mail.subject, date: match.date, excerpt: text.map { Excerpt.of($0, around: folded) } ?? "")
        }
    }
}
