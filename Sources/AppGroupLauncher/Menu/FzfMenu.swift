import AppGroup
import AppGroupPlatform
import AppGroupText

/// A menu in fzf. fzf does not search by itself: it runs this program for new lines after each letter that is typed.
///
/// A line has three fields, separated by tabs: the token of its entry, its label, and the query that it was written
/// for, because Enter may be pressed before the lines for the last letter arrive.
struct FzfMenu: MenuDialect {
    let name = "fzf"
    let displays: Set<MenuDisplay> = [.terminal]
    let drawsOnStandardError = true
    let distinguishesBack = true

    /// The lines for a query, the best match first.
    static func lines(_ entries: [MenuEntry], query: String) -> [String] {
        entries.answering(query).joined().map { "\($0.token)\t\($0.label)\t\(carried(query))" }
    }

    /// - Parameter options: The user's own options, which may contain a query.
    func lines(for menu: Menu, options: [String]) -> [String] {
        Self.lines(menu.entries, query: Self.query(in: options))
    }

    func arguments(for menu: Menu, options: [String]) -> [String] {
        let command = Self.command(reading: menu.source)
        let hint =
            menu.isSecondLevel
            ? "Enter opens · Esc goes back" : "Enter opens · Alt+1 shows the actions · Esc leaves"
        return [
            "--disabled", "--query=", "--bind", "change:top+reload:\(command) --fzf-query {q}", "--print-query",
            "--expect", menu.isSecondLevel ? "alt-1,esc" : "alt-1", "--prompt", "\(menu.promptArgument)> ",
            "--delimiter", "\t", "--with-nth", "2", "--layout", "reverse", "--no-multi", "--header", hint,
            "--header-first",
        ] + Self.preview(by: command)
    }

    /// The options that show the facts about the chosen app next to the lines, if the terminal is wide enough.
    private static func preview(by command: String) -> [String] {
        guard let columns = StandardStream.error.columns ?? StandardStream.input.columns, columns >= previewColumns
        else { return [] }
        return ["--preview", "\(command) --fzf-preview {1}", "--preview-window", "right:40%:wrap"]
    }

    /// The smallest width of a terminal with a preview.
    private static let previewColumns = 72

    /// The text next to the lines about the app with a token; empty if there is no such app.
    static func preview(of token: String, in entries: [MenuEntry], clock: LocalClock) -> String {
        let group = entries.map(\.app)
        guard let entry = entries.first(where: { $0.token == token }) else { return "" }
        let evidence = entry.app.likelihood == nil ? [] : (try? entry.registry.evidence(for: entry.app.id)) ?? []
        let detail = AppDetail(
            app: entry.app, evidence: evidence, current: group.lastOpened(in: entry.app.group), clock: clock)
        let head = ["\u{1B}[1m\(SafeText("\(entry.app.name)"))\u{1B}[0m"] + detail.state.map { "\(SafeText($0))" }
        let fields = detail.fields.map { "\u{1B}[2m\(SafeText($0.key))\u{1B}[0m \(SafeText($0.value))" }
        return (head + (fields.isEmpty ? [] : [""] + fields)).joined(separator: "\n")
    }

    /// fzf runs commands in the user's shell, whose rules for quotes may differ. This makes it use `/bin/sh`.
    func environment(_ environment: ProcessEnvironment) -> ProcessEnvironment {
        var environment = environment
        environment.variables["SHELL"] = "/bin/sh"
        return environment
    }

    func choice(in answer: MenuAnswer) throws -> MenuProgram.Choice? {
        let parts = answer.text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        if parts[1] == "esc" { return .back }
        let query = String(parts[0])
        let (source, entries) = (answer.menu.source, answer.menu.entries)
        let fields = (parts.dropFirst(2).first ?? "").prefix { $0 != "\n" }
            .split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        let chosen: MenuEntry?
        if fields.count == 3, fields[2] == Self.carried(query) {
            let token = String(fields[0])
            chosen = try entries.first { $0.token == token } ?? source.menu().entries.first { $0.token == token }
        } else {
            chosen = entries.answering(query).first?.first
        }
        guard let chosen else { return query.isEmpty ? nil : .typed(query) }
        return parts[1] == "alt-1" ? .actions(chosen) : .entry(chosen)
    }

    /// This program, which reads the same lines. A placeholder may follow, which fzf replaces with quoted text.
    private static func command(reading source: MenuSource) -> String {
        let program = ThisProcess.executable ?? CommandLine.arguments[0]
        let words = ["exec", program, "menu"] + source.arguments
        return words.map(quoted).joined(separator: " ")
    }

    /// Quotes a word for a POSIX shell so that fzf finds no placeholder in it: in a placeholder, a letter follows the
    /// brace.
    private static func quoted(_ word: String) -> String {
        "'" + word.escaping(["'": #"'\''"#, "{": "{''"]) + "'"
    }

    /// The query without the characters that a line cannot contain.
    private static func carried(_ query: String) -> String {
        String(String.UnicodeScalarView(query.unicodeScalars.filter { $0.value >= 0x20 }))
    }

    private static func query(in options: [String]) -> String {
        var query = ""
        for (option, next) in zip(options, options.dropFirst().map(Optional.some) + [nil]) {
            if option == "--query" || option == "-q" {
                query = next ?? query
            } else if option.hasPrefix("--query=") {
                query = String(option.dropFirst("--query=".count))
            } else if option.hasPrefix("-q") {
                query = String(option.dropFirst(2))
            }
        }
        return query
    }
}
