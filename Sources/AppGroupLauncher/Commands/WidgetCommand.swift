import AppGroup
import AppGroupCommands
public import AppGroupWidget
public import ArgumentParser

struct WidgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "widget", "Draw the apps that matter now: the last used and the most used, with badges.",
        discussion: """
            The formats are text, for a terminal; json; waybar, i3blocks, polybar and tmux, for status bars; prompt, \
            which is only the total; html and svg, which need no other files. All except text are one line. With \
            --follow, the widget is drawn again whenever a badge changes or an app is added or removed. docs/widget.md \
            has examples to copy.
            """)

    @OptionGroup var group: GroupOptions

    @Option(
        name: .shortAndLong,
        help: """
            small: one row; medium or large: the last and the most used apps. The default for status bars and with \
            --order is small.
            """)
    var size: WidgetSize?

    @Option(
        name: .shortAndLong,
        help: "The order of the first row (default: as in list).")
    var order: AppOrder?

    @Option(
        name: [.long, .customShort("n")], parsing: .unconditional, help: "Show at most this many apps in each row.")
    var limit: Int?

    @Option(name: .shortAndLong, help: "The format of the drawing.")
    var format = WidgetFormat.text

    @Option(help: ArgumentHelp("Draw this integer field instead of the badge.", valueName: "key"))
    var badgeField: String?

    @Option(help: "How icons are drawn in text; auto detects what the terminal supports.")
    var icons = IconChoice.auto

    @Flag(help: "Draw again after each change, until the reader closes the pipe.")
    var follow = false

    @Option(
        help:
            "Write the drawing to a file, replacing it. With --follow, an HTML page reloads itself.",
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

extension WidgetCommand {
    /// The command for simple arguments, read without ArgumentParser, as in ``ListCommand``: a prompt runs it each time
    /// it is shown. `nil` if the parser is needed.
    static func plainly(_ arguments: [String]) -> WidgetCommand? {
        var (group, size, order, format) = (String?.none, WidgetSize?.none, AppOrder?.none, WidgetFormat.text)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            switch option {
            case "--group": group = value
            case "--size":
                guard let named = WidgetSize(rawValue: value) else { return nil }
                size = named
            case "--order":
                guard let named = AppOrder(rawValue: value) else { return nil }
                order = named
            case "--format":
                guard let named = WidgetFormat(rawValue: value) else { return nil }
                format = named
            default: return nil
            }
        }
        // Not an initializer: in one, the properties would be declared again instead of set.
        var command = WidgetCommand()
        command.group = GroupOptions()
        command.group.group = group
        command.size = size
        command.order = order
        command.format = format
        command.limit = nil
        command.badgeField = nil
        command.icons = .auto
        command.follow = false
        command.output = nil
        return command
    }
}

extension WidgetSize: ExpressibleByArgument {}
extension WidgetFormat: ExpressibleByArgument {}
