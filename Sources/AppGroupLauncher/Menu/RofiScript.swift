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
        /// The first key of the user's own, Alt+1.
        case firstKey = "10"
    }

    private static let back = "back"

    let group: GroupOptions
    let order: AppOrder?
    let environment: ProcessEnvironment

    /// Writes the lines that come next, or none: then rofi closes.
    func run(_ session: Session) throws {
        let menu = try FamilyMenu(group, order: order)
        let info = environment["ROFI_INFO"]
        switch environment["ROFI_RETV"].flatMap(Event.init) ?? .start {
        case .start: write(menu, to: session)
        case .selection:
            guard let info, info != Self.back else { return write(menu, to: session) }
            do {
                guard let entry = menu.entry(info) else { throw Misuse("This app has left meanwhile.") }
                _ = try entry.target.open(terminal: .openWindow)
            } catch {
                write(menu, problem: "\(error)", to: session)
            }
        case .firstKey:
            guard let entry = info.flatMap(menu.entry), !entry.app.actions.isEmpty else {
                return write(menu, to: session)
            }
            write(secondLevelOf: entry, to: session)
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
        write(menu.entries.map { Self.row($0, info: $0.token) }, prompt: "launcher", message, menu.entries, session)
    }

    private func write(secondLevelOf entry: MenuEntry, to session: Session) {
        let entries = MenuEntry.secondLevel(of: entry)
        let rows =
            entries.map { Self.row($0, info: $0.token) } + ["Back\0icon\u{1F}go-previous\u{1F}info\u{1F}\(Self.back)"]
        write(rows, prompt: SafeText("\(entry.app.name)").description, "", entries, session)
    }

    private func write(_ rows: [String], prompt: String, _ message: String, _ entries: [MenuEntry], _ session: Session)
    {
        let urgent = entries.indices.filter { entries[$0].isUrgent }.map(String.init).joined(separator: ",")
        let options = [
            ("prompt", prompt), ("message", message), ("no-custom", "true"), ("use-hot-keys", "true"),
            ("markup-rows", "false"), ("urgent", urgent),
        ]
        session.printLine((options.map { "\0\($0.0)\u{1F}\($0.1)" } + rows).joined(separator: "\n"))
    }

    private static func escaped(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
