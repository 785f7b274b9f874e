import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText

/// A program that lets the user choose a line.
struct MenuProgram {
    /// The programs with known options. Any other program is expected to work like dmenu.
    enum Kind: String, CaseIterable {
        case rofi, fuzzel, wofi, tofi, bemenu, dmenu, fzf
    }

    /// The user's choice.
    enum Choice {
        case entry(MenuEntry)
        /// The actions of the entry's app.
        case actions(MenuEntry)
        /// Text that was typed and is not a line.
        case typed(String)
        /// The user left the menu of an app, and wants to see all apps again.
        case back
    }

    let kind: Kind
    private let executable: String
    private let options: [String]
    private let environment: ProcessEnvironment

    /// Finds the named program, or else the first installed program that can be shown here.
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

    /// The options for our theme, if the program is rofi.
    private func theme(for menu: Menu, besides options: [String]) -> [String] {
        guard kind == .rofi, let look = menu.look else { return [] }
        return RofiTheme(look: look, count: menu.entries.count).options(besides: options)
    }

    /// Lets the user choose.
    ///
    /// - Parameter adding: Further options for the program.
    /// - Returns: The choice; `nil` if the user chose nothing.
    func choose(from menu: Menu, adding: [String] = []) throws -> Choice? {
        let options = options + adding
        let fzf = kind == .fzf ? FzfMenu(menu) : nil
        let theme = theme(for: menu, besides: options)
        let lines =
            fzf?.lines(menu.entries, options: options)
            ?? menu.entries.map { theme.isEmpty ? kind.line($0) : RofiScript.row($0, columns: RofiTheme.nameColumns) }
        let program = Processes.Program(
            executable: executable, arguments: kind.arguments(for: menu) + theme + options,
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
                .launchFailed, "\(SafeText(executable)) ended with status \(answer.status). See its message above.")
        }
        var text = String(decoding: answer.output, as: UTF8.self)
        if let fzf { return try fzf.choice(text, from: menu.entries) }
        if text.last == "\n" { text.removeLast() }
        switch kind.choice(text, lines, menu.entries) {
        case nil where menu.isSecondLevel: return .back
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

    /// Whether the user made a choice or canceled; otherwise the program failed.
    ///
    /// All programs exit with 0 after a choice and with 10 after Alt+1, the first custom key. When the user cancels,
    /// fuzzel exits with 2, and fzf with 130, or with 1 if no line was left. The others exit with 1, but also after an
    /// error, which they print.
    fileprivate func hasWorked(_ answer: Processes.Answer) -> Bool {
        switch answer.status {
        case 0, 10, 130: true
        case 1: !answer.hasComplained
        case 2: self == .fuzzel
        default: false
        }
    }

    /// The options that make the program list the best match first, as far as it can, and equally good matches in the
    /// order of the lines.
    fileprivate func arguments(for menu: Menu) -> [String] {
        let entries = menu.entries
        // Most programs take any argument that begins with a hyphen for an option.
        let prompt = menu.prompt.hasPrefix("-") ? " \(menu.prompt)" : menu.prompt
        switch self {
        case .rofi:
            let urgent = entries.indices.filter { entries[$0].isUrgent }.map(String.init).joined(separator: ",")
            let hasActions = entries.contains { $0.action == nil && !$0.app.actions.isEmpty }
            let isUseful = hasActions && menu.source.app == nil
            let hint = menu.isSecondLevel ? RofiScript.secondHint : isUseful ? RofiScript.hint : nil
            return ["-dmenu", "-i", "-p", prompt, "-format", "i f", "-show-icons"] + RofiScript.matching
                + (urgent.isEmpty ? [] : ["-u", urgent]) + (hint.map { ["-mesg", $0] } ?? [])
        case .fuzzel: return ["--dmenu", "--prompt", "\(prompt)> "]
        // Its cache would move entries that were chosen often to the front.
        case .wofi:
            return ["--dmenu", "--insensitive", "--allow-images", "--cache-file", "/dev/null"]
                + ["--matching", "fuzzy", "--prompt", prompt]
        // Its fuzzy matching ignores beginnings. Text that it does not find is searched for here.
        case .tofi: return ["--fuzzy-match=false", "--require-match=false", "--prompt-text=\(prompt): "]
        case .bemenu, .dmenu: return ["-i", "-p", prompt]
        case .fzf: return FzfMenu(menu).arguments(prompt: prompt)
        }
    }

    fileprivate func line(_ entry: MenuEntry) -> String {
        switch self {
        case .rofi: return RofiScript.row(entry)
        case .fuzzel: return entry.label + (entry.icon.map { "\0icon\u{1F}\($0)" } ?? "")
        case .wofi:
            // A colon would end the label, so a similar character replaces it.
            let label = entry.label.unicodeScalars.map { $0 == ":" ? "∶" : String($0) }.joined()
            let image = entry.icon.flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
            return image.map { "img:\($0):text:\(label)" } ?? label
        case .tofi, .bemenu, .dmenu, .fzf: return entry.label
        }
    }

    /// The choice in an answer; `nil` if it is empty.
    fileprivate func choice(_ answer: String, _ lines: [String], _ entries: [MenuEntry]) -> MenuProgram.Choice? {
        var typed = answer[...]
        if self == .rofi {
            // The answer is the number of the line, or -1, and the typed text.
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
