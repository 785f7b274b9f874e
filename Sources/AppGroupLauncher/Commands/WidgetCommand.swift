import AppGroup
import AppGroupCommands
public import AppGroupWidget
public import ArgumentParser

struct WidgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "widget", "Draw the apps that matter now: those with badges, and those you will probably open next.",
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
            small: one row in the order of list; if there is not enough room, apps with badges are kept; medium or large: \
            the apps with badges, those you will probably open next, and the rest. \
            The default for status bars and with --order is small.
            """)
    var size: WidgetSize?

    @Option(
        name: .shortAndLong,
        help: "The order of the one row of small, or of the second row (default: as in list).")
    var order: AppOrder?

    @Option(
        name: [.long, .customShort("n")], parsing: .unconditional, help: "Show at most this many apps in each row.")
    var limit: Int?

    @Option(
        name: .shortAndLong,
        help: "The format of the drawing (default: html or svg if the file of --output ends so, otherwise text).")
    var format: WidgetFormat?

    @Option(help: ArgumentHelp("Draw this integer field instead of the badge.", valueName: "key"))
    var badgeField: String?

    @Option(help: "How icons are drawn in text; auto detects what the terminal supports.")
    var icons = IconChoice.auto

    @Option(help: "The number of apps side by side in svg (default: as many as the longest row has, at most 8).")
    var columns: Int?

    @Flag(help: "In bars, show only the total; waybar shows the rows in the tooltip.")
    var compact = false

    @Flag(help: "Draw again after each change, until the reader closes the pipe.")
    var follow = false

    @Option(
        help:
            "Write the drawing to a file, replacing it. With --follow, an HTML page shows the changes by itself.",
        completion: .file())
    var output: String?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit); it must be 1 or more.") }
        if let columns, columns < 1 { throw ValidationError("--columns is \(columns); it must be 1 or more.") }
        let format = try drawnFormat
        if columns != nil, format != .svg { throw ValidationError("--columns works only with --format svg.") }
        if compact, !format.canBeCompact {
            let formats = WidgetFormat.allCases.filter(\.canBeCompact).map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--compact works only with these formats: \(formats).")
        }
        if output?.isEmpty == true { throw ValidationError("--output is empty; name a file.") }
    }

    /// The format that was asked for, or the one that the ending of the file says.
    ///
    /// - Throws: An error if the ending is that of another kind of picture.
    private var drawnFormat: WidgetFormat {
        get throws {
            if let format { return format }
            let file = output?.lowercased() ?? ""
            func hasEnding(_ ending: String) -> Bool { file.hasSuffix(".\(ending)") }
            if let ending = Self.otherPictures.first(where: hasEnding) {
                throw ValidationError(
                    "--output ends in .\(ending), but only html, svg and text can be drawn into a file; change the ending, or "
                        + "name --format.")
            }
            let drawn: [(ending: String, format: WidgetFormat)] = [("html", .html), ("htm", .html), ("svg", .svg)]
            return drawn.first { hasEnding($0.ending) }?.format ?? .text
        }
    }

    /// The endings of pictures and documents that are not drawn.
    private static let otherPictures = ["png", "jpg", "jpeg", "gif", "webp", "avif", "pdf"]

    func run() throws { try request.run() }

    /// What the options ask for.
    ///
    /// - Throws: An error if the file's ending is that of another kind of picture, or the field's key is none.
    var request: WidgetRequest {
        get throws {
            WidgetRequest(
                group: group.group, size: size, order: order, limit: limit, format: try drawnFormat,
                badgeField: try badgeField.map { try FieldKey($0) }, icons: icons, columns: columns, isCompact: compact,
                isFollowed: follow, file: output)
        }
    }
}

/// What `launcher widget` was asked for, and its drawing. Bars run the command often, so it is read from simple arguments without
/// the command, like ``ListRequest``.
struct WidgetRequest: Equatable {
    var group: String?
    var size: WidgetSize?
    var order: AppOrder?
    var limit: Int?
    var format = WidgetFormat.text
    var badgeField: FieldKey?
    var icons = IconChoice.auto
    var columns: Int?
    var isCompact = false
    var isFollowed = false
    var file: String?

    func run() throws {
        // The rows of a compact bar are in its tooltip, which has room.
        let defaultSize = isCompact ? .medium : order == nil ? format.defaultSize : .small
        var layout = WidgetLayout(
            size: size ?? defaultSize, order: order, limit: limit, badgeField: badgeField,
            isComplete: format.isComplete && limit == nil)
        layout.columns = columns
        layout.isCompact = isCompact
        let drawing = WidgetDrawing(
            group: group, layout: layout, format: format, icons: icons, isFollowed: isFollowed, file: file)
        guard isFollowed else {
            // A bar or a prompt may be set up before the first app of its group.
            if !format.isForBars { try GroupOptions.checkExists(group) }
            return try drawing.draw()
        }
        try GroupOptions.sayIfAwaited(group)
        try drawing.follow()
    }
}

extension WidgetRequest {
    /// Reads simple arguments. `nil` if they need the parser.
    init?(plainly arguments: [String]) {
        guard
            let arguments = PlainArguments(arguments, options: ["--group", "--size", "--order", "--format"]),
            arguments.words.isEmpty,
            let group = arguments.value(of: "--group", { $0 }),
            let size = arguments.value(of: "--size", WidgetSize.init),
            let order = arguments.value(of: "--order", AppOrder.init),
            let format = arguments.value(of: "--format", default: .text, WidgetFormat.init)
        else { return nil }
        self.init(group: group, size: size, order: order, format: format)
    }
}

extension WidgetFormat {
    /// Whether bars and prompts run the command in this format, and nobody reads its messages.
    fileprivate var isForBars: Bool { canBeCompact || self == .prompt }
}

extension WidgetSize: ExpressibleByArgument {}
extension WidgetFormat: ExpressibleByArgument {}
