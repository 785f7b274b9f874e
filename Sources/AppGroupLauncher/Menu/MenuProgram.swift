import AppGroup
import AppGroupPlatform
import AppGroupText

/// A program that lets the user choose a line.
struct MenuProgram {
    /// The user's choice.
    enum Choice {
        case entry(MenuEntry)
        /// The actions of the entry's app.
        case actions(MenuEntry)
        /// Text that was typed and is not a line.
        case typed(String)
        /// The user left the menu of an app, and wants to see all apps again.
        case back

        /// Typed text; `nil` if it is empty or only white space.
        static func typed(unlessBlank text: some StringProtocol) -> Choice? {
            text.allSatisfy(\.isWhitespace) ? nil : .typed(String(text))
        }
    }

    /// The programs with known options, the preferred first.
    private static let dialects: [any MenuDialect] = [
        RofiMenu(), FuzzelMenu(), WofiMenu(), TofiMenu(), BemenuMenu(), DmenuMenu(), FzfMenu(),
    ]

    /// The names of the programs with known options.
    static var names: [String] { dialects.map(\.name) }

    /// All programs exit with this status after Alt+1, the first custom key.
    private static let firstKey: Int32 = 10

    private let dialect: any MenuDialect
    private let executable: String
    private let options: [String]
    private let environment: ProcessEnvironment

    /// Finds the named program, or else the first installed program that can be shown here.
    ///
    /// A program with another name than the known ones is expected to work like dmenu.
    ///
    /// - Parameters:
    ///   - words: A name or path, and the program's own options.
    ///   - hasTerminal: Whether the user is at a terminal.
    /// - Throws: `AppGroupError` if the named program, or any program, is not installed.
    init(_ words: [String], environment: ProcessEnvironment, hasTerminal: Bool) throws {
        self.environment = environment
        if let name = words.first {
            let path =
                name.contains("/") ? (Files.isExecutable(name) ? name : nil) : environment.executable(named: name)
            guard let path else {
                throw AppGroupError(
                    .notInstalled, "The menu program \(SafeText(name)) is not installed. Install it, or name another.")
            }
            executable = path
            let file = name.split(separator: "/").last.map(String.init)
            dialect = Self.dialects.first { $0.name == file } ?? DmenuMenu()
            options = Array(words.dropFirst())
            return
        }
        let displays = MenuDisplay.all(in: environment, hasTerminal: hasTerminal)
        var candidates = Self.dialects.filter { !$0.displays.isDisjoint(with: displays) }
        // Releases of rofi before 2.0 need X, even on Wayland.
        if !displays.contains(.x11), let rofi = candidates.firstIndex(where: { $0 is RofiMenu }) {
            candidates.append(candidates.remove(at: rofi))
        }
        for dialect in candidates {
            guard let path = environment.executable(named: dialect.name) else { continue }
            (self.dialect, executable, options) = (dialect, path, [])
            return
        }
        let names = (candidates.isEmpty ? Self.dialects : candidates).map(\.name).joined(separator: ", ")
        throw AppGroupError(
            .notInstalled,
            "There is no menu program that can be shown here. Install one of these, or name yours with --with: \(names)"
        )
    }

    /// Lets the user choose.
    ///
    /// - Parameter adding: Further options for the program.
    /// - Returns: The choice; `nil` if the user chose nothing.
    func choose(from menu: Menu, adding: [String] = []) throws -> Choice? {
        let options = options + adding
        let lines = dialect.lines(for: menu, options: options)
        let program = Processes.Program(
            executable: executable, arguments: dialect.arguments(for: menu, options: options) + options,
            environment: dialect.environment(environment))
        let answer: Processes.Answer
        do {
            answer = try Processes.ask(
                program, input: lines.flatMap { Array("\($0)\n".utf8) }, watchingErrors: !dialect.drawsOnStandardError,
                limit: 1 << 16)
        } catch {
            throw AppGroupError(.launchFailed, "\(SafeText(executable)) could not be started: \(error.message).")
        }
        guard hasWorked(answer) else {
            throw AppGroupError(
                .launchFailed,
                "\(SafeText(executable)) ended with status \(answer.status). If you do not see its message, run launcher menu in "
                    + "a terminal.")
        }
        let text = String(decoding: answer.output, as: UTF8.self)
        switch try dialect.choice(in: MenuAnswer(text: text, menu: menu, lines: lines)) {
        case nil where menu.isSecondLevel && !dialect.distinguishesBack: return .back
        case .entry(let entry) where answer.status == Self.firstKey: return .actions(entry)
        case let choice: return choice
        }
    }

    /// Whether the user made a choice or canceled; otherwise the program failed.
    ///
    /// All programs exit with 0 after a choice. When the user cancels, fuzzel exits with 2, and fzf with 130, or with 1 if no
    /// line was left. The others exit with 1, but they do so after an error, too, which they print.
    private func hasWorked(_ answer: Processes.Answer) -> Bool {
        switch answer.status {
        case 0, Self.firstKey, 130: true
        case 1: !answer.hasComplained
        default: answer.status == dialect.cancelStatus
        }
    }
}
