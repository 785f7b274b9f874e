import AppGroup
import AppGroupTerminal
import AppGroupWidget
import ArgumentParser

struct WidgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "widget", "Draw the few apps that matter now: last used and most used, with badges.",
        discussion: """
            Formats: text, for a terminal; json; waybar, i3blocks, polybar and tmux, for status bars; prompt, the bare total; \
            html and svg, whole in themselves. Each is one line but for text. With --follow there is one more \
            whenever a badge changes or an app comes or goes. docs/widget.md has a snippet to copy for each place.
            """)

    @OptionGroup var group: GroupOptions

    @Option(
        name: .shortAndLong,
        help: "small, one row; medium or large, the last and the most used. Else small for bars and with --order.")
    var size: WidgetSize?

    @Option(
        name: .shortAndLong,
        help: "The order of the first row: name, recent, frequent, frecency, smart, badge; else what list goes by.")
    var order: AppOrder?

    @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "How many apps in each row.")
    var limit: Int?

    @Option(name: .shortAndLong, help: "text, json, waybar, i3blocks, polybar, tmux, prompt, html or svg.")
    var format = WidgetFormat.text

    @Option(help: ArgumentHelp("Draw this integer field in the badge's place.", valueName: "key"))
    var badgeField: String?

    @Option(help: "In text: auto, kitty, iterm2 or initials; auto goes by what the terminal says of itself.")
    var icons = IconChoice.auto

    @Flag(help: "Draw again with each change, until whoever reads it goes away.")
    var follow = false

    @Option(
        help:
            "Write the drawing to a file, whole, in place of what is there. An HTML page that is followed reloads itself.",
        completion: .file())
    var output: String?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit); it must be 1 or more.") }
        if output?.isEmpty == true { throw ValidationError("--output is empty; name a file.") }
    }

    func run() throws {
        let drawing = WidgetDrawing(
            group: group,
            layout: WidgetLayout(
                size: size ?? (order == nil ? format.defaultSize : .small), order: order, limit: limit,
                badgeField: try badgeField.map { try FieldKey($0) }),
            format: format, icons: icons, isFollowed: follow, file: output)
        guard follow else { return try drawing.draw() }
        try drawing.follow()
    }
}

/// How icons are drawn in a terminal.
enum IconChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, kitty, iterm2, initials
}
