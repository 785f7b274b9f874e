import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import AppGroupWidget
import ArgumentParser

/// Draws the widget of `launcher widget`, once or after each change.
struct WidgetDrawing: Sendable {
    /// The name of the group that was given; `nil` for those of the environment or all.
    let group: String?
    let layout: WidgetLayout
    let format: WidgetFormat
    let icons: IconChoice
    /// The file to write the drawing to; `nil` for standard output.
    let file: String?
    /// The way a page follows its file; `nil` if it does not.
    private let updates: PageUpdates?

    init(
        group: String?, layout: WidgetLayout, format: WidgetFormat, icons: IconChoice, isFollowed: Bool,
        file: String?
    ) {
        (self.group, self.layout, self.format, self.icons, self.file) = (group, layout, format, icons, file)
        updates = format == .html && isFollowed && file != nil ? PageUpdates() : nil
    }

    /// Draws once.
    func draw() throws {
        var failures: [GroupID: AppGroupError] = [:]
        try put(try drawn(nil, on: screen, &failures))
    }

    /// Draws now and after each change, until a signal comes or the reader closes the pipe. A drawing that looks the
    /// same is not written again.
    func follow() throws -> Never {
        var screen = screen
        let watch = try GroupWatch(GroupOptions.named(group))
        var failures: [GroupID: AppGroupError] = [:]
        var complaint: String?
        var last = try drawn(watch, on: screen, &failures)
        try put(last)
        if file == nil { ThisProcess.endWhenOutputCloses() }
        while true {
            watch.waitForChange()
            // Its window may have another size than at the last drawing.
            if screen.terminal.columns != nil { screen.terminal = .current }
            let next: String
            do {
                next = try drawn(watch, on: screen, &failures)
                complaint = nil
            } catch {
                // A registry that cannot be read now is read again after its next change.
                if complaint != "\(error)" { Talk.say("The widget stays as it is: \(error)") }
                complaint = "\(error)"
                continue
            }
            guard next != last else { continue }
            try put(next)
            last = next
        }
    }

    /// - Parameters:
    ///   - watch: The watch that follows changes, if any.
    ///   - failures: The errors of groups that could not be read the last time; afterwards, those of this time. The user is
    ///     warned of each failure once.
    private func drawn(
        _ watch: GroupWatch?, on screen: WidgetScreen, _ failures: inout [GroupID: AppGroupError]
    ) throws -> String {
        let before = failures
        failures = [:]
        // The total does not depend on the order, and a learned order takes time.
        let order = format == .prompt ? .name : layout.order
        let found = try GroupSet(watch?.registries ?? GroupOptions.registries(named: group)).apps(
            order: order, including: .all,
            onFailure: { group, error in
                failures[group] = error
                if before[group]?.description != error.description { GroupOptions.warnSkipped(group, error) }
            })
        let apps = found.parts.flatMap(\.value)
        watch?.noteShown(apps)
        var widget = Widget(apps.filter(\.isShown), layout: layout, group: found.onlyGroup)
        // Not read for bars and prompts, which are drawn often.
        if format.showsAppearance, found.parts.count == 1 {
            widget.appearance = try found.parts[0].registry.appearance()
        }
        let drawing = widget.drawn(
            as: format, on: screen, updates: updates,
            image: { app in try? found.registry(of: app)?.image(of: app.record) },
            iconPath: { app in found.registry(of: app)?.imagePath(of: app.record) })
        guard format == .text, widget.rows.isEmpty else { return drawing }
        let hint = SafeText("To list all apps: \(found.onlyGroup.command("list --all"))")
            .wrapped(to: screen.terminal.columns ?? .max)
        return ([drawing] + hint.map(\.description)).joined(separator: "\n")
    }

    /// The terminal, which is asked once.
    private var screen: WidgetScreen {
        guard format == .text, file == nil else { return .plain }
        var screen = WidgetScreen.asked()
        if icons != .auto { screen.graphics = TerminalGraphics(rawValue: icons.rawValue) }
        return screen
    }

    private func put(_ drawing: String) throws {
        guard let file else { return StandardOutput.printLine(drawing) }
        try Files.put(Array("\(drawing)\n".utf8), into: file)
    }
}

/// The ways to draw icons in a terminal.
enum IconChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, kitty, iterm2, sixel, blocks, initials
}
