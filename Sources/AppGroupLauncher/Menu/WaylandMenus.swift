import AppGroup

struct FuzzelMenu: MenuDialect {
    let name = "fuzzel"
    let displays: Set<MenuDisplay> = [.wayland]
    let cancelStatus: Int32? = 2

    func arguments(for menu: Menu, options: [String]) -> [String] {
        ["--dmenu", "--prompt", "\(menu.promptArgument)> "]
    }

    func lines(for menu: Menu, options: [String]) -> [String] {
        menu.entries.map { "\($0.label)\0icon\u{1F}\($0.icon ?? GroupItem.iconOfNone)" }
    }
}

struct WofiMenu: MenuDialect {
    let name = "wofi"
    let displays: Set<MenuDisplay> = [.wayland]

    func arguments(for menu: Menu, options: [String]) -> [String] {
        // Its cache would move entries that were chosen often to the front.
        ["--dmenu", "--insensitive", "--allow-images", "--cache-file", "/dev/null", "--matching", "fuzzy"]
            + ["--prompt", menu.promptArgument]
    }

    func lines(for menu: Menu, options: [String]) -> [String] {
        menu.entries.map { entry in
            // A colon would end the label, so a similar character replaces it.
            let label = entry.label.unicodeScalars.map { $0 == ":" ? "∶" : String($0) }.joined()
            let image = entry.icon.flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
            return image.map { "img:\($0):text:\(label)" } ?? label
        }
    }
}

struct TofiMenu: MenuDialect {
    let name = "tofi"
    let displays: Set<MenuDisplay> = [.wayland]

    func arguments(for menu: Menu, options: [String]) -> [String] {
        // Its fuzzy matching ignores beginnings. Text that it does not find is searched for here.
        ["--fuzzy-match=false", "--require-match=false", "--prompt-text=\(menu.promptArgument): "]
    }
}
