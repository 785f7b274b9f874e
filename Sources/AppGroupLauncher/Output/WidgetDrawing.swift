import AppGroup
import AppGroupTerminal
import AppGroupWidget

/// What `launcher widget` draws, once or with each change.
struct WidgetDrawing: Sendable {
    let group: GroupOptions
    let layout: WidgetLayout
    let format: WidgetFormat
    let icons: IconChoice
    let isFollowed: Bool
    /// Where the drawing goes; `nil` for standard output.
    let file: String?

    /// Draws once.
    func draw() throws {
        try put(try drawn(nil))
    }

    /// Draws now and with each change, until a signal comes or nobody reads any more. What looks as it did is not drawn
    /// again.
    func follow() throws -> Never {
        let watch = try FamilyWatch(group.named())
        var last = try drawn(watch)
        try put(last)
        if file == nil { ThisProcess.whenOutputCloses { ThisProcess.exit(0) } }
        while true {
            watch.waitForChange()
            // A store that cannot be read now is read again with its next change.
            guard let next = try? drawn(watch), next != last else { continue }
            try put(next)
            last = next
        }
    }

    /// - Parameter watch: What waits for changes of the drawing, if anything does.
    private func drawn(_ watch: FamilyWatch?) throws -> String {
        // The total alone needs no order, and least of all one that was learnt.
        let order = format == .prompt ? .name : layout.order
        let found = try group.reading(watch?.families ?? group.families()) {
            try $0.apps(order: order, including: .all)
        }
        let apps = found.flatMap(\.1)
        watch?.noteShown(apps)
        let widget = Widget(
            apps.filter(\.isShown), layout: layout, group: found.count == 1 ? found[0].0.group : nil)
        return widget.drawn(as: format, on: screen, reloading: isFollowed && file != nil) { app in
            try? found.first { $0.0.group == app.group }?.0.image(of: app.record)
        }
    }

    private var screen: WidgetScreen {
        guard format == .text, file == nil else { return .plain }
        var screen = WidgetScreen.current
        switch icons {
        case .auto: break
        case .kitty: screen.graphics = .kitty
        case .iterm2: screen.graphics = .iterm2
        case .initials: screen.graphics = nil
        }
        return screen
    }

    private func put(_ drawing: String) throws {
        guard let file else { return Session.current.printLine(drawing) }
        try Files.put(Array("\(drawing)\n".utf8), into: file)
    }
}
