import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupWidget
import ArgumentParser

/// Draws the widget of `launcher widget`, once or after each change.
struct WidgetDrawing: Sendable {
    let group: GroupOptions
    let layout: WidgetLayout
    let format: WidgetFormat
    let icons: IconChoice
    let isFollowed: Bool
    /// The file to write the drawing to; `nil` for standard output.
    let file: String?

    /// Draws once.
    func draw() throws {
        try put(try drawn(nil))
    }

    /// Draws now and after each change, until a signal comes or the reader closes the pipe. A drawing that looks the
    /// same is not written again.
    func follow() throws -> Never {
        let watch = try GroupWatch(group.named())
        var last = try drawn(watch)
        try put(last)
        if file == nil { ThisProcess.whenOutputCloses { ThisProcess.exit(0) } }
        while true {
            watch.waitForChange()
            // A registry that cannot be read now is read again after its next change.
            guard let next = try? drawn(watch), next != last else { continue }
            try put(next)
            last = next
        }
    }

    /// - Parameter watch: The watch that follows changes, if any.
    private func drawn(_ watch: GroupWatch?) throws -> String {
        // The total does not depend on the order, and a learned order takes time.
        let order = format == .prompt ? .name : layout.order
        let found = try GroupSet(watch?.registries ?? group.registries()).apps(
            order: order, including: .all, onFailure: GroupOptions.warnSkipped)
        let apps = found.parts.flatMap(\.value)
        watch?.noteShown(apps)
        let widget = Widget(apps.filter(\.isShown), layout: layout, group: found.onlyGroup)
        return widget.drawn(as: format, on: screen, reloading: isFollowed && file != nil) { app in
            try? found.registry(of: app)?.image(of: app.record)
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

/// The ways to draw icons in a terminal.
enum IconChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, kitty, iterm2, initials
}
