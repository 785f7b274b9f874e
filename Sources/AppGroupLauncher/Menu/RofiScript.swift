import AppGroup
import AppGroupTerminal

/// A mode of rofi's own: it calls this program for the lines, and once more for what the person did (rofi-script(5)).
struct RofiScript {
    /// In Pango's markup, as rofi wants its messages.
    static let hint = "Alt+1: what an app can be opened for"

    /// What the person did.
    private enum Event: String {
        case start = "0"
        case selection = "1"
        /// What was typed is no row, or Ctrl+Enter says that no row is meant.
        case custom = "2"
        /// The first key of the user's own, Alt+1.
        case firstKey = "10"
    }

    /// rofi's nearest to whole names before beginnings, beginnings before words, and words before letters in between.
    static let matching = ["-matching", "fuzzy", "-sort", "-sorting-method", "fzf"]

    private static let back = "back"

    let group: GroupOptions
    let order: AppOrder?
    let environment: ProcessEnvironment
    /// The text of the chosen row, or what was typed.
    let text: String

    /// Writes the lines that come next, or none: then rofi closes.
    func run(_ session: Session) throws {
        let menu = try FamilyMenu(group, order: order)
        let info = environment["ROFI_INFO"]
        switch environment["ROFI_RETV"].flatMap(Event.init) ?? .start {
        case .start: write(menu, to: session)
        case .selection:
            guard let info, info != Self.back else { return write(menu, to: session) }
            open(menu.entry(info), or: "This app has left meanwhile.", menu, session)
        case .custom:
            let answers = menu.entries.answering(text)
            if let best = answers.first, best.count > 1 {
                write(answers.flatMap(\.self), prompt: text, session)
            } else {
                open(answers.first?.first, or: "No app answers to “\(text)”.", menu, session)
            }
        case .firstKey:
            guard let entry = info.flatMap(menu.entry), !entry.app.actions.isEmpty else {
                return write(menu, to: session)
            }
            write(MenuEntry.secondLevel(of: entry), prompt: "\(entry.app.name)", session)
        }
    }

    /// Opens an entry; else says above the rows why not.
    private func open(_ entry: MenuEntry?, or absence: String, _ menu: FamilyMenu, _ session: Session) {
        do {
            guard let entry else { throw Misuse(absence) }
            _ = try entry.target.open(terminal: .openWindow)
        } catch {
            write(menu, problem: "\(error)", to: session)
        }
    }

    /// One line of a menu of rofi's, with what belongs to it.
    static func row(_ entry: MenuEntry, info: String? = nil) -> String {
        var properties = ["meta", entry.terms.joined(separator: " ")]
        if let icon = entry.icon { properties += ["icon", icon] }
        if let info { properties += ["info", info] }
        return entry.label + "\0" + properties.joined(separator: "\u{1F}")
    }

    private func write(_ menu: FamilyMenu, problem: String? = nil, to session: Session) {
        let message = problem.map { Self.escaped(SafeText($0).description) } ?? (menu.hasActions ? Self.hint : "")
        write(menu.entries, [], ["prompt": "launcher", "message": message, "no-custom": "false"], session)
    }

    /// Some entries, and a way back to all of them. What is typed among them could not be told from what is typed among all.
    private func write(_ entries: [MenuEntry], prompt: String, _ session: Session) {
        write(
            entries, ["Back\0icon\u{1F}go-previous\u{1F}info\u{1F}\(Self.back)"],
            ["prompt": SafeText(prompt).description, "message": "", "no-custom": "true"], session)
    }

    private func write(_ entries: [MenuEntry], _ more: [String], _ options: [String: String], _ session: Session) {
        let urgent = entries.indices.filter { entries[$0].isUrgent }.map(String.init).joined(separator: ",")
        let always = ["use-hot-keys": "true", "markup-rows": "false", "urgent": urgent]
        let head = options.merging(always) { $1 }.map { "\0\($0.key)\u{1F}\($0.value)" }.sorted()
        session.printLine((head + entries.map { Self.row($0, info: $0.token) } + more).joined(separator: "\n"))
    }

    private static func escaped(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
