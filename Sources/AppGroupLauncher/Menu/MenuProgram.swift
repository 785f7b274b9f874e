import AppGroup
import AppGroupTerminal

/// A program that lets a person choose one of the lines that it is given.
struct MenuProgram {
    /// The programs whose options are known. Any other is taken to read and answer as dmenu does.
    enum Kind: String, CaseIterable {
        case rofi, fuzzel, wofi, tofi, bemenu, dmenu, fzf
    }

    /// What a person chose.
    enum Choice {
        case entry(MenuEntry)
        /// The actions of that entry's app.
        case actions(MenuEntry)
        /// No line, but what was typed.
        case typed(String)
    }

    let kind: Kind
    private let executable: String
    private let options: [String]
    private let environment: ProcessEnvironment

    /// The program that was named, else the first that is there and that can be shown: on a screen, else in the terminal.
    ///
    /// - Parameters:
    ///   - words: A name or path, and options of the program's own.
    ///   - hasTerminal: Whether the person sits at a terminal.
    /// - Throws: `AppGroupError` where it is not there, or none is.
    init(_ words: [String], environment: ProcessEnvironment, hasTerminal: Bool) throws {
        self.environment = environment
        if let name = words.first {
            let path =
                name.contains("/") ? (Files.isExecutable(name) ? name : nil) : environment.executable(named: name)
            guard let path else {
                throw AppGroupError(
                    .notInstalled, "The menu program \(SafeText(name)) is not there; install it, or name another.")
            }
            executable = path
            kind = Kind(rawValue: String(name.split(separator: "/").last ?? "")) ?? .dmenu
            options = Array(words.dropFirst())
            return
        }
        let kinds = Kind.allCases.filter { $0.canBeShown(environment, hasTerminal: hasTerminal) }
        for kind in kinds {
            guard let path = environment.executable(named: kind.rawValue) else { continue }
            (self.kind, executable, options) = (kind, path, [])
            return
        }
        let names = (kinds.isEmpty ? Kind.allCases : kinds).map(\.rawValue).joined(separator: ", ")
        throw AppGroupError(
            .notInstalled,
            "There is no menu program that can be shown here. Install one of these, or name yours with --with: \(names)"
        )
    }

    /// Lets the person choose.
    ///
    /// - Parameter adding: Further options for the program.
    /// - Returns: The choice; `nil` where the person went away without one.
    func choose(from menu: Menu, adding: [String] = []) throws -> Choice? {
        let options = options + adding
        let fzf = kind == .fzf ? FzfMenu(source: menu.source) : nil
        let lines = fzf?.lines(menu.entries, options: options) ?? menu.entries.map(kind.line)
        let program = Processes.Program(
            executable: executable, arguments: kind.arguments(for: menu) + options,
            environment: fzf == nil ? environment : FzfMenu.environment(environment))
        let answer: Processes.Answer
        do {
            answer = try Processes.ask(
                program, input: lines.flatMap { Array("\($0)\n".utf8) }, watchingErrors: kind != .fzf, limit: 1 << 16)
        } catch {
            throw AppGroupError(.launchFailed, "\(SafeText(executable)) could not be started: \(error.message).")
        }
        guard kind.hasWorked(answer) else {
            throw AppGroupError(
                .launchFailed, "\(SafeText(executable)) ended with status \(answer.status); see what it said above.")
        }
        var text = String(decoding: answer.output, as: UTF8.self)
        if let fzf { return try fzf.choice(text, from: menu.entries) }
        if text.last == "\n" { text.removeLast() }
        switch kind.choice(text, lines, menu.entries) {
        case .entry(let entry) where answer.status == 10: return .actions(entry)
        case let choice: return choice
        }
    }
}

extension MenuProgram.Kind {
    fileprivate func canBeShown(_ environment: ProcessEnvironment, hasTerminal: Bool) -> Bool {
        let (isWayland, isX11) = (environment["WAYLAND_DISPLAY"] != nil, environment["DISPLAY"] != nil)
        return switch self {
        case .rofi, .bemenu: isWayland || isX11
        case .fuzzel, .wofi, .tofi: isWayland
        case .dmenu: isX11
        case .fzf: hasTerminal
        }
    }

    /// Whether the person chose or went away; else the program failed.
    ///
    /// All end with 0 after a choice and with 10 after the first key of the user's own, Alt+1. Who goes away makes fuzzel end
    /// with 2, fzf with 130, and with 1 where no line was left; the others end with 1, and so they do after an error, which
    /// they write down.
    fileprivate func hasWorked(_ answer: Processes.Answer) -> Bool {
        switch answer.status {
        case 0, 10, 130: true
        case 1: !answer.hasComplained
        case 2: self == .fuzzel
        default: false
        }
    }

    /// What makes the program a menu that puts the best answer first as nearly as it can, and the first of the lines among
    /// equally good ones.
    fileprivate func arguments(for menu: Menu) -> [String] {
        let entries = menu.entries
        // Most take what begins with a hyphen for an option of theirs, wherever it stands.
        let prompt = menu.prompt.hasPrefix("-") ? " \(menu.prompt)" : menu.prompt
        switch self {
        case .rofi:
            let urgent = entries.indices.filter { entries[$0].isUrgent }.map(String.init).joined(separator: ",")
            let hasActions = entries.contains { $0.action == nil && !$0.app.actions.isEmpty }
            return ["-dmenu", "-i", "-p", prompt, "-format", "i f", "-show-icons"] + RofiScript.matching
                + (urgent.isEmpty ? [] : ["-u", urgent]) + (hasActions ? ["-mesg", RofiScript.hint] : [])
        case .fuzzel: return ["--dmenu", "--prompt", "\(prompt)> "]
        // Its cache would bring what was chosen often to the front.
        case .wofi:
            return ["--dmenu", "--insensitive", "--allow-images", "--cache-file", "/dev/null"]
                + ["--matching", "fuzzy", "--prompt", prompt]
        // Its fuzzy matching would lose the beginnings, and what it does not find is looked for here.
        case .tofi: return ["--fuzzy-match=false", "--require-match=false", "--prompt-text=\(prompt): "]
        case .bemenu, .dmenu: return ["-i", "-p", prompt]
        case .fzf: return FzfMenu(source: menu.source).arguments(prompt: prompt)
        }
    }

    fileprivate func line(_ entry: MenuEntry) -> String {
        switch self {
        case .rofi: return RofiScript.row(entry)
        case .fuzzel: return entry.label + (entry.icon.map { "\0icon\u{1F}\($0)" } ?? "")
        case .wofi:
            // A colon would end the label.
            let label = entry.label.unicodeScalars.map { $0 == ":" ? "∶" : String($0) }.joined()
            let image = entry.icon.flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
            return image.map { "img:\($0):text:\(label)" } ?? label
        case .tofi, .bemenu, .dmenu, .fzf: return entry.label
        }
    }

    /// What was answered; `nil` for nothing.
    fileprivate func choice(_ answer: String, _ lines: [String], _ entries: [MenuEntry]) -> MenuProgram.Choice? {
        var typed = answer[...]
        if self == .rofi {
            // The number of the line, or -1, and what was typed.
            let parts = answer.split(separator: " ", maxSplits: 1)
            guard let index = parts.first.flatMap({ Int($0) }) else { return nil }
            if entries.indices.contains(index) { return .entry(entries[index]) }
            typed = parts.dropFirst().first ?? ""
        } else if let index = lines.firstIndex(of: answer) ?? entries.firstIndex(where: { $0.label == answer }) {
            return .entry(entries[index])
        }
        return typed.allSatisfy(\.isWhitespace) ? nil : .typed(String(typed))
    }
}
