/// rofi as dmenu, with icons and a theme. Its answer is the number of the line, or -1, and the typed text.
struct RofiMenu: MenuDialect {
    let name = "rofi"
    let displays: Set<MenuDisplay> = [.wayland, .x11]

    /// The options that come nearest to our search: exact matches, then beginnings, then beginnings of words. The marks on letters
    /// do not count.
    private static let matching = ["-matching", "fuzzy", "-sort", "-sorting-method", "fzf", "-normalize-match"]

    func arguments(for menu: Menu, options: [String]) -> [String] {
        let urgent = menu.entries.indices.filter { menu.entries[$0].isUrgent }.map(String.init).joined(separator: ",")
        return ["-dmenu", "-i", "-p", menu.promptArgument, "-format", "i f", "-show-icons"] + Self.matching
            + (urgent.isEmpty ? [] : ["-u", urgent]) + (hint(for: menu).map { ["-mesg", $0] } ?? [])
            + theme(for: menu, besides: options)
    }

    func lines(for menu: Menu, options: [String]) -> [String] {
        let columns = theme(for: menu, besides: options).isEmpty ? nil : RofiTheme.nameColumns
        return menu.entries.map { RofiScript.row($0, columns: columns) }
    }

    func choice(in answer: MenuAnswer) -> MenuProgram.Choice? {
        let parts = answer.line.split(separator: " ", maxSplits: 1)
        guard let index = parts.first.flatMap({ Int($0) }) else { return nil }
        let entries = answer.menu.entries
        return entries.indices.contains(index)
            ? .entry(entries[index]) : .typed(unlessBlank: parts.dropFirst().first ?? "")
    }

    /// The keys, for the user; `nil` if there is nothing to say.
    private func hint(for menu: Menu) -> String? {
        guard !menu.isSecondLevel else { return RofiScript.secondHint }
        let hasActions = menu.entries.contains { $0.action == nil && !$0.app.actions.isEmpty }
        return hasActions && menu.source.app == nil ? RofiScript.hint : nil
    }

    /// The options for our theme; empty if the user's own one is used.
    private func theme(for menu: Menu, besides options: [String]) -> [String] {
        menu.look.map { RofiTheme(look: $0, count: menu.entries.count).options(besides: options) } ?? []
    }
}
