import AppGroup
import AppGroupCommands
import AppGroupText

/// A mode of rofi: rofi runs this program for the lines, and again after each thing the user does (rofi-script(5)).
struct RofiScript {
    /// Messages for rofi, in Pango markup: the first one above all apps, the second above the actions of one.
    static let hint = "Alt+1: actions of the app"
    static let secondHint = "Esc: all apps"

    /// An action of the user.
    private enum Event: String {
        case start = "0"
        case selection = "1"
        /// The typed text is not a row, or the user pressed Ctrl+Enter, which ignores the rows.
        case custom = "2"
        /// The first custom key, Alt+1.
        case firstKey = "10"
    }

    private static let back = "back"

    let group: GroupOptions
    let order: AppOrder?
    let environment: ProcessEnvironment
    /// The text of the chosen row, or the typed text.
    let text: String

    /// Writes the next lines. If there are none, rofi closes.
    func run() throws {
        let menu = try GroupMenu(group, order: order)
        let info = environment["ROFI_INFO"]
        switch environment["ROFI_RETV"].flatMap(Event.init) ?? .start {
        case .start: write(menu)
        case .selection:
            guard let info, info != Self.back else { return write(menu) }
            open(menu.entry(info), or: "This app is no longer in the group.", menu)
        case .custom:
            let answers = menu.entries.answering(text)
            if let best = answers.first, best.count > 1 {
                write(answers.flatMap(\.self), prompt: text)
            } else {
                open(answers.first?.first, or: "No app matches “\(text)”.", typed: text, menu)
            }
        case .firstKey:
            guard let entry = info.flatMap(menu.entry), !entry.app.actions.isEmpty else { return write(menu) }
            write(MenuEntry.secondLevel(of: entry), prompt: "\(entry.app.name)")
        }
    }

    /// Opens an entry, or a URL that was typed. If that fails, the reason is shown above the rows.
    private func open(_ entry: MenuEntry?, or absence: String, typed: String = "", _ menu: GroupMenu) {
        do {
            let url = AppURL.looksLikeURL(typed) ? typed : nil
            guard let target = try entry?.target ?? url.map({ try OpenTarget($0, with: group.finder()) }) else {
                throw Misuse(absence)
            }
            _ = try AppWindow(.auto).openBeside(target)
        } catch {
            write(menu, problem: "\(error)")
        }
    }

    /// A row for rofi with its properties.
    ///
    /// - Parameter columns: The columns that the label may take; `nil` for any number. The complete label is still found.
    static func row(_ entry: MenuEntry, info: String? = nil, columns: Int? = nil) -> String {
        let label = columns.map(entry.label(within:)) ?? entry.label
        let terms = (label == entry.label ? [] : [entry.label]) + entry.terms
        var properties = ["meta", terms.joined(separator: " "), "icon", entry.icon ?? GroupItem.iconOfNone]
        if let info { properties += ["info", info] }
        return label + "\0" + properties.joined(separator: "\u{1F}")
    }

    private func write(_ menu: GroupMenu, problem: String? = nil) {
        let prompt = (try? GroupMenu.prompt(group.registries())) ?? Program.name
        let message =
            problem.map { MarkupText(SafeText($0).description).description } ?? (menu.hasActions ? Self.hint : "")
        write(menu.entries, [], ["prompt": prompt, "message": message, "no-custom": "false"])
    }

    /// Writes some entries, and a row that leads back to all of them. Typed text is not accepted here, because it could
    /// not be distinguished from text typed in the main menu.
    private func write(_ entries: [MenuEntry], prompt: String) {
        write(
            entries, ["Back\0icon\u{1F}go-previous\u{1F}info\u{1F}\(Self.back)"],
            ["prompt": SafeText(prompt).description, "message": "", "no-custom": "true"])
    }

    private func write(_ entries: [MenuEntry], _ more: [String], _ options: [String: String]) {
        let urgent = entries.indices.filter { entries[$0].isUrgent }.map(String.init).joined(separator: ",")
        let always = ["use-hot-keys": "true", "markup-rows": "false", "urgent": urgent]
        let head = options.merging(always) { $1 }.map { "\0\($0.key)\u{1F}\($0.value)" }.sorted()
        StandardOutput.printLine((head + entries.map { Self.row($0, info: $0.token) } + more).joined(separator: "\n"))
    }
}
