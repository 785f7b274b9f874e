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

    @Argument(help: "Only this app, and what it can be opened for.", completion: .apps)
    var app: String?

    @Argument(parsing: .postTerminator, help: "Options for the menu program, after “--”.")
    var option: [String] = []

    func run() throws {
        let environment = ProcessEnvironment.current
        // What rofi adds, the text of the chosen line, says less than what it sets in the environment.
        if rofiScript {
            return try RofiScript(group: group, order: order, environment: environment).run(.current)
        }
        let hasTerminal = StandardStream.input.isTerminal
        let words = with.map { [$0] } ?? environment["LAUNCHER_MENU"]?.split(separator: " ").map(String.init) ?? []
        let program = try MenuProgram(words, environment: environment, hasTerminal: hasTerminal)
        var (entries, prompt) = try firstLevel()
        guard !entries.isEmpty else {
            throw AppGroupError(.noSuchApp, "There is no app to choose. What there is: launcher list --all")
        }
        while let choice = try program.choose(from: entries, prompt: prompt, adding: option) {
            switch choice {
            case .entry(let index): return try open(entries[index], hasTerminal: hasTerminal)
            case .actions(let index):
                guard !entries[index].app.actions.isEmpty else { continue }
                prompt = SafeText("\(entries[index].app.name)").description
                entries = MenuEntry.secondLevel(of: entries[index])
            }
        }
    }

    private func firstLevel() throws -> ([MenuEntry], prompt: String) {
        guard let what = self.app else {
            return (try FamilyMenu(group, order: order, withActions: actions).entries, Program.name)
        }
        let (family, app) = try group.app(what)
        return (MenuEntry.secondLevel(of: MenuEntry(app, of: family)), SafeText("\(app.name)").description)
    }

    private func open(_ entry: MenuEntry, hasTerminal: Bool) throws {
        switch try entry.target.open(terminal: hasTerminal ? .replaceCaller : .openWindow) {
        case .detached, .activated: break
        case .ended(let status): ThisProcess.exit(status)
        }
    }
}
