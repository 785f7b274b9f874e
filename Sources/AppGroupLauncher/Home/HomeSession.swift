import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import AppGroupWidget

/// Runs the home screen: waits for keys, signals and changes, and draws the result.
struct HomeSession {
    private let watch: GroupWatch
    private var known = LastKnownApps()
    private let order: AppOrder?
    private let screen: WidgetScreen
    private let events: TerminalEvents
    private var terminal: HomeTerminal
    private var state = HomeState()
    private var decoder = KeyDecoder()
    private let pictures: HomePictures

    /// A terminal sends a complete sequence at once. If nothing follows Escape for this many milliseconds, it is the
    /// key.
    private static let escapePause: Int32 = 50

    init(
        _ watch: GroupWatch, order: AppOrder?, terminal: HomeTerminal, screen: WidgetScreen, events: TerminalEvents
    ) {
        self.watch = watch
        self.order = order
        self.terminal = terminal
        self.screen = screen
        self.events = events
        pictures = HomePictures(watch: watch, isWanted: screen.graphics == .kitty)
    }

    /// Runs until the user leaves, a signal ends it, or a terminal app replaces it.
    ///
    /// - Throws: `AppGroupError` if the system's resources for watching changes are exhausted.
    mutating func run() throws {
        let events = events
        readRegistries()
        try watch.follow { events.wake() }
        terminal.enter()
        draw()
        while true {
            switch events.next(within: decoder.isUndecided ? Self.escapePause : nil) {
            case .input(let bytes): if !press(decoder.keys(in: bytes)) { return terminal.leave() }
            case .silence: if !press(decoder.keysOfSilence()) { return terminal.leave() }
            case .woken: readRegistries()
            case .end: return terminal.leave()
            case .signal(let number): handle(number)
            }
            draw()
        }
    }

    private var layout: HomeLayout {
        let size = HomeTerminal.size
        return HomeLayout(columns: size.columns, rows: size.rows)
    }

    private mutating func readRegistries() {
        let apps = known.read(watch.registries, order: order, including: .all)
        watch.noteShown(apps.flatMap(\.self))
        state.show(GroupSet.merged(apps.map { $0.filter(\.isShown) }, order: order), in: layout)
    }

    private mutating func handle(_ signal: Int32) {
        switch signal {
        case ThisProcess.TerminalSignal.stop: suspend(wholeJob: false)
        case ThisProcess.TerminalSignal.goOn: terminal.enter()
        case ThisProcess.TerminalSignal.resize:
            terminal.forget()
            state.fit(layout)
        default:
            terminal.leave()
            ThisProcess.end(by: signal)
        }
    }

    /// Restores the terminal, stops the process, and takes over the terminal again when the process continues.
    private mutating func suspend(wholeJob: Bool) {
        terminal.leave()
        ThisProcess.stop(wholeJob: wholeJob)
        terminal.enter()
    }

    /// Handles keys. - Returns: Whether to continue.
    private mutating func press(_ keys: [Key]) -> Bool {
        for key in keys {
            switch state.press(key, in: layout) {
            case nil: break
            case .leave: return false
            case .suspend: suspend(wholeJob: true)
            case .redraw: terminal.forget()
            case .open(let id, let group): open(id, of: group)
            }
        }
        return true
    }

    /// Opens an app. A terminal app replaces this program, after the terminal has been restored.
    private mutating func open(_ id: AppID, of group: GroupID) {
        guard let registry = watch.registries.first(where: { $0.group == group }) else { return }
        terminal.leave()
        do {
            _ = try registry.open(.app(id), terminal: .replaceCaller)
            state.message = "Opened \(id)"
        } catch {
            state.message = "\(error)"
        }
        terminal.enter()
    }

    private mutating func draw() {
        let registries = watch.registries
        let frame = HomeFrame(
            state, layout: layout, screen: screen, group: registries.count == 1 ? registries[0].group : nil,
            hasImage: pictures.has)
        terminal.show(frame, png: pictures.png)
    }
}

/// The images on the home screen, for a terminal with kitty's graphics protocol.
final class HomePictures {
    private let watch: GroupWatch
    private let isWanted: Bool
    /// Whether an image can be shown, by the name of its file, which identifies its content.
    private var known: [String: Bool] = [:]

    init(watch: GroupWatch, isWanted: Bool) {
        self.watch = watch
        self.isWanted = isWanted
    }

    /// Whether an app has a PNG image that can be shown; otherwise its initials are.
    func has(_ app: AppEntry) -> Bool {
        guard isWanted, let name = app.icon?.fileName else { return false }
        if let known = known[name] { return known }
        let result = png(of: app) != nil
        known[name] = result
        return result
    }

    /// The bytes of an app's PNG image.
    func png(of app: AppEntry) -> [UInt8]? {
        guard case .png(let bytes)? = watch.registries.first(where: { $0.group == app.group })?.artwork(of: app) else {
            return nil
        }
        return bytes
    }
}
