import AppGroup
import AppGroupTerminal
import ArgumentParser

struct MenuCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "menu", "Choose an app in rofi, fuzzel, wofi, tofi, bemenu, dmenu or fzf, and open it.",
        discussion: """
            The first of these programs that is there is taken, or the one that --with or LAUNCHER_MENU names, with options \
            of its own: LAUNCHER_MENU="rofi -theme Arc". Another program must read lines and print the chosen one, as dmenu \
            does. Alt+1 shows what an app can be opened for, in rofi, fuzzel, bemenu and fzf.

            What is typed is looked for in names, ids and schemes: whole ones come before beginnings, these before words, and \
            words before letters in between. fzf keeps to that exactly, the others as nearly as they can.

            An app that needs a terminal takes this one, or gets a window of xdg-terminal-exec, of the program that \
            TERMINAL names, or of one that is known.

              rofi -show family -modi "family:launcher menu --rofi-script --"
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "name, recent, frequent, frecency, smart or badge.")
    var order: AppOrder?

    @Option(help: ArgumentHelp("The menu program, by name or path; else $LAUNCHER_MENU.", valueName: "program"))
    var with: String?

    @Flag(help: "After each app, what it can be opened for.")
    var actions = false

    @Flag(help: "Speak to rofi, which calls this in its script mode.")
    var rofiScript = false

    @Option(parsing: .unconditional, help: .hidden)
    var fzfQuery: String?

    @Argument(help: "Only this app, and what it can be opened for.", completion: .apps)
    var app: String?

    @Argument(parsing: .postTerminator, help: "Options for the menu program, after “--”.")
    var option: [String] = []

    func run() throws {
        let environment = ProcessEnvironment.current
        // Of the chosen line, what rofi sets in the environment says more than the text, which it adds.
        if rofiScript {
            return try RofiScript(group: group, order: order, environment: environment, text: option.last ?? "")
                .run(.current)
        }
        let source = MenuSource(group: group, order: order, withActions: actions, app: app)
        if let fzfQuery {
            let lines = FzfMenu.lines(try source.menu().entries, query: fzfQuery)
            return lines.isEmpty ? () : Session.current.printLine(lines.joined(separator: "\n"))
        }
        let hasTerminal = StandardStream.input.isTerminal
        let words = with.map { [$0] } ?? environment["LAUNCHER_MENU"]?.split(separator: " ").map(String.init) ?? []
        let program = try MenuProgram(words, environment: environment, hasTerminal: hasTerminal)
        guard let entry = try choose(from: source.menu(), in: program) else { return }
        switch try entry.target.open(terminal: hasTerminal ? .replaceCaller : .openWindow) {
        case .detached, .activated: break
        case .ended(let status): ThisProcess.exit(status)
        }
    }

    /// What the person chose in the end; `nil` where that was nothing.
    private func choose(from menu: Menu, in program: MenuProgram) throws -> MenuEntry? {
        guard !menu.entries.isEmpty else {
            throw AppGroupError(.noSuchApp, "There is no app to choose. What there is: launcher list --all")
        }
        var menu = menu
        while let choice = try program.choose(from: menu, adding: option) {
            switch choice {
            case .entry(let entry): return entry
            case .actions(let entry):
                guard !entry.app.actions.isEmpty else { continue }
                menu = try MenuSource(secondLevelOf: entry).menu()
            case .typed(let text):
                let answers = menu.entries.answering(text)
                guard let best = answers.first else {
                    throw AppGroupError(
                        .noSuchApp, "No app answers to “\(SafeText(text))”. What there is: launcher list")
                }
                if best.count == 1 { return best[0] }
                let all = answers.flatMap(\.self)
                // A program that answers the same again would be asked for ever.
                guard all.count < menu.entries.count else {
                    throw AppGroupError(
                        .ambiguous, "\(best.count) apps answer to “\(SafeText(text))” alike. Say more of one's name.")
                }
                menu.entries = all
            }
        }
        return nil
    }
}
