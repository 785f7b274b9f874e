import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser

struct MenuCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "menu", "Choose an app in rofi, fuzzel, wofi, tofi, bemenu, dmenu or fzf, and open it.",
        discussion: """
            The menu is the first of these programs that is installed and works here (on Wayland without X, rofi comes \
            last), or the one that --with or LAUNCHER_MENU names. LAUNCHER_MENU may contain options: \
            LAUNCHER_MENU="rofi -theme Arc". Any other program is run like dmenu: it must accept the options -i and \
            -p PROMPT, read lines and print the chosen line. In rofi, fuzzel, bemenu and fzf, Alt+1 shows the actions of \
            an app, and Esc goes back. If you type a URL and no app matches it, Enter opens it.

            The search looks at names, ids and schemes. Exact matches come first, then matches at the beginning, then \
            matches at the beginning of a word, then other matches. fzf follows this order exactly, the other programs \
            as closely as they can.

            A terminal app runs in this terminal, or in a window opened by xdg-terminal-exec, by the program that \
            TERMINAL names, or by a known terminal.

            To add the apps to rofi as a mode:

              rofi -show apps -modi "apps:launcher menu --rofi-script --"
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "The order of the apps.")
    var order: AppOrder?

    @Option(
        help: ArgumentHelp("The menu program, by name or path (default: $LAUNCHER_MENU).", valueName: "program"),
        completion: .list(MenuProgram.names))
    var with: String?

    @Flag(help: "List the actions of each app below it.")
    var actions = false

    @Flag(help: "Answer rofi, which runs this command in its script mode.")
    var rofiScript = false

    @Option(help: "How rofi looks: as a grid of icons, or as your own theme says.")
    var theme = MenuTheme.grid

    @Flag(help: "Print the theme for rofi, for a configuration of your own.")
    var rofiTheme = false

    @Option(parsing: .unconditional, help: .hidden)
    var fzfQuery: String?

    @Option(parsing: .unconditional, help: .hidden)
    var fzfPreview: String?

    @Argument(help: "Show only this app and its actions.", completion: .apps)
    var app: String?

    @Argument(parsing: .postTerminator, help: "Options for the menu program, after “--”.")
    var option: [String] = []

    func validate() throws {
        if with?.isEmpty == true { throw ValidationError("--with is empty; name a program.") }
    }

    func run() throws {
        let environment = ProcessEnvironment.current
        // rofi also passes the text of the chosen line, but its environment variables contain more.
        if rofiScript {
            return try RofiScript(group: group, order: order, environment: environment, text: option.last ?? "").run()
        }
        let source = MenuSource(group: group, order: order, withActions: actions, app: app)
        if let fzfQuery {
            let lines = FzfMenu.lines(try source.menu().entries, query: fzfQuery)
            if !lines.isEmpty { StandardOutput.printLine(lines.joined(separator: "\n")) }
            return
        }
        if let fzfPreview {
            let entries = try source.menu().entries
            return StandardOutput.printLine(FzfMenu.preview(of: fzfPreview, in: entries, clock: .current))
        }
        if rofiTheme {
            return StandardOutput.printLine(RofiTheme(look: try look(), count: try source.menu().entries.count).text)
        }
        let hasTerminal = StandardStream.input.controlsThisProcess
        do {
            try openChoice(from: source, environment, hasTerminal: hasTerminal)
        } catch {
            if !hasTerminal { NotifySendNotice("The menu failed", "\(error)").show(in: environment) }
            throw error
        }
    }

    private func look() throws -> GroupAppearance { GroupAppearance(of: try group.registries()) }

    /// Shows the menu, and opens the choice.
    private func openChoice(
        from source: MenuSource, _ environment: ProcessEnvironment, hasTerminal: Bool
    ) throws {
        let words = with.map { [$0] } ?? environment["LAUNCHER_MENU"]?.split(separator: " ").map(String.init) ?? []
        let program = try MenuProgram(words, environment: environment, hasTerminal: hasTerminal)
        var menu = try source.menu()
        if theme == .grid { menu.look = try look() }
        guard let target = try choose(from: menu, in: program) else { return }
        guard hasTerminal else {
            _ = try AppWindow(.auto).openBeside(target)
            return
        }
        switch try target.opening().start(terminal: .replaceCaller) {
        case .detached, .activated: break
        case .ended(let status): Program.end(with: status)
        }
    }

    /// The target that the user chose to open; `nil` for none.
    private func choose(from menu: Menu, in program: MenuProgram) throws -> OpenTarget? {
        guard !menu.entries.isEmpty else {
            try group.checkExists()
            let list = try group.named().command("list --all")
            throw AppGroupError(.noSuchApp, "There is no app to choose. To list all apps: \(list)")
        }
        let first = menu
        var menu = menu
        while let choice = try program.choose(from: menu, adding: option) {
            switch choice {
            case .entry(let entry): return entry.target
            case .back: menu = first
            case .actions(let entry):
                guard !entry.app.actions.isEmpty else { continue }
                menu = try MenuSource(secondLevelOf: entry).menu()
                menu.isSecondLevel = true
                menu.look = first.look
            case .typed(let text):
                let answers = menu.entries.answering(text)
                guard let best = answers.first else {
                    if AppURL.looksLikeURL(text) { return try OpenTarget(text, with: group.finder()) }
                    let list = try group.named().command("list")
                    throw AppGroupError(.noSuchApp, "No app matches “\(SafeText(text))”. To list the apps: \(list)")
                }
                if best.count == 1 { return best[0].target }
                let all = answers.flatMap(\.self)
                // Otherwise a program that always gives the same answer would be asked forever.
                guard all.count < menu.entries.count else {
                    throw AppGroupError(
                        .ambiguous, "\(best.count) apps match “\(SafeText(text))” equally well. Be more specific.")
                }
                menu.entries = all
            }
        }
        return nil
    }
}

/// The look of rofi.
enum MenuTheme: String, CaseIterable, ExpressibleByArgument {
    /// A grid of icons, in the colors of the group.
    case grid
    /// The user's own theme.
    case own
}
