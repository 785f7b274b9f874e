import AppGroup
import AppGroupText

/// The first row of the widget as a line for each kind of status bar or prompt.
extension Widget {
    /// waybar-custom(5): `text` and `tooltip` are Pango markup, `alt` selects an icon, and `class` a style.
    var waybar: String {
        let state: JSONValue = hasNumbers ? "badges" : "none"
        let document: JSONValue = [
            "text": .string(Markup.escaped(layout.isCompact ? prompt : plainLine)),
            "alt": state,
            "tooltip": .string(summary.map(Markup.escaped).joined(separator: "\n")),
            "class": state,
        ]
        return document.compactText
    }

    /// i3blocks(1), `format=json`: the keys of a block in i3bar's protocol. `short_text` is used if there is little
    /// room.
    var i3blocks: String {
        var members: [(String, JSONValue)] = [
            ("full_text", .string(layout.isCompact ? prompt : plainLine)), ("short_text", .string(prompt)),
            ("markup", "none"),
        ]
        if hasNumbers { members.append(("color", .string(Self.barColor))) }
        return JSONValue.object(members).compactText
    }

    /// A line with polybar's formatting tags. A click opens the app, in a window of its own if it is a terminal app: polybar
    /// has no terminal.
    var polybar: String {
        if layout.isCompact {
            return total == 0 ? "" : "%{A1:\(group.command("menu")):}%{F\(Self.barColor)}\(total)%{F-}%{A}"
        }
        return line { item in
            let count = item.count == 0 ? "" : " %{F\(Self.barColor)}\(item.count)%{F-}"
            return "%{A1:\(item.app.group.command("open --hold auto \(item.app.id)")):}"
                + "\(item.name.withoutPolybarTags)\(count)%{A}"
        }
    }

    /// A line with styles of tmux(1). The count is in reverse, which is visible in any theme, but not bold: many
    /// terminals show bold black as a dark gray.
    var tmux: String {
        if layout.isCompact { return total == 0 ? "" : "#[reverse] \(total) #[noreverse]" }
        return line { item in
            let count = item.count == 0 ? "" : " #[reverse] \(item.count) #[noreverse]"
            return "\(item.name.withoutTmuxStyles)\(count)"
        }
    }

    /// Only the total; empty if it is 0.
    var prompt: String { Self.prompt(total: total) }

    /// The text of a total in a prompt.
    package static func prompt(total: Int64) -> String { total == 0 ? "" : "\(total)" }

    /// A red that is readable on dark and light bars: contrast 4.5 to 1 on black and on white (WCAG 2.2, 1.4.3).
    private static let barColor = "#e52222"

    private var plainLine: String { line { $0.count == 0 ? "\($0.name)" : "\($0.name) \($0.count)" } }

    private func line(_ piece: (WidgetItem) -> String) -> String {
        rows.first?.items.map(piece).joined(separator: " · ") ?? ""
    }

    /// Every row, the apps that need attention but are in none, and the total.
    private var summary: [String] {
        let apps = (rows.flatMap(\.items) + omittedNeedy).map(\.app)
        func text(_ item: WidgetItem) -> String {
            let distinction = item.app.distinction(among: apps).map { " (\($0))" } ?? ""
            return "\(item.name)\(distinction)" + (item.count == 0 ? "" : " (\(item.count))")
        }
        func line(_ title: String, _ items: [WidgetItem]) -> String {
            "\(title): " + items.map(text).joined(separator: " · ")
        }
        var lines = rows.map { line($0.title, $0.items) }
        if !omittedNeedy.isEmpty {
            lines.append(line("Also needs you", omittedNeedy) + (unnamedNeedy == 0 ? "" : " and \(unnamedNeedy) more"))
        }
        return lines + ["To do: \(total)"]
    }
}

extension SafeText {
    /// The text without anything that would begin a polybar tag. polybar has no way to quote one.
    fileprivate var withoutPolybarTags: String {
        var result = ""
        for scalar in description.unicodeScalars {
            if scalar == "{", result.unicodeScalars.last == "%" { result += " " }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// The text quoted for tmux, where a number sign begins a style and two mean one.
    fileprivate var withoutTmuxStyles: String {
        description.escaping(["#": "##"])
    }
}
