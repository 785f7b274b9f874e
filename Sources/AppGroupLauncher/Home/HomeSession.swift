import AppGroup
import AppGroupTerminal
import AppGroupWidget

/// The home screen from its first frame to its last: waits for keys, signals and changes, and shows what comes of them.
struct HomeSession {
    private let watch: FamilyWatch
    /// What was read last of each group, which stays where one cannot be read for a while.
    private var known: [GroupID: [FamilyApp]] = [:]
    private let order: AppOrder?
    private let screen: WidgetScreen
    private let events: TerminalEvents
    private var terminal: HomeTerminal
    private var state = HomeState()
    private var decoder = KeyDecoder()
    private let pictures: HomePictures

    /// A terminal sends the whole of a sequence at once; an Escape that nothing follows is a key.
    private static let escapePause: Int32 = 50

    init(
        _ watch: FamilyWatch, order: AppOrder?, terminal: HomeTerminal, screen: WidgetScreen, events: TerminalEvents
    ) {
        self.watch = watch
        self.order = order
        self.terminal = terminal
        self.screen = screen
        self.events = events
        pictures = HomePictures(watch: watch, isWanted: screen.graphics == .kitty)
    }

    /// Runs until the person leaves, a signal ends it, or an app takes its place.
    ///
    /// - Throws: `AppGroupError` where the system has nothing left to wait for changes with.
    mutating func run() throws {
        let events = events
        readFamilies()
        try watch.follow { events.wake() }
        terminal.enter()
        draw()
        while true {
            switch events.next(within: decoder.isUndecided ? Self.escapePause : nil) {
            case .input(let bytes): if !press(decoder.keys(in: bytes)) { return terminal.leave() }
            case .silence: if !press(decoder.keysOfSilence()) { return terminal.leave() }
            case .woken: readFamilies()
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

    private mutating func readFamilies() {
        let families = watch.families
        for family in families {
            if let apps = try? family.apps(order: order, including: .all) { known[family.group] = apps }
        }
        let apps = families.map { known[$0.group] ?? [] }
        watch.noteShown(apps.flatMap(\.self))
        let shown = apps.map { $0.filter(\.isShown) }
        state.show(shown.count == 1 ? shown[0] : shown.flatMap(\.self).sorted(in: order), in: layout)
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

    /// Gives the terminal back, stops, and takes the terminal again once somebody lets it go on.
    private mutating func suspend(wholeJob: Bool) {
        terminal.leave()
        ThisProcess.stop(wholeJob: wholeJob)
        terminal.enter()
    }

    /// Does what keys mean. - Returns: Whether to go on.
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

    /// Opens an app. One that needs the terminal takes this program's place, with the terminal as it was found.
    private mutating func open(_ id: AppID, of group: GroupID) {
        guard let family = watch.families.first(where: { $0.group == group }) else { return }
        terminal.leave()
        do {
            _ = try family.open(id, terminal: .replaceCaller)
            state.message = "Opened \(id)"
        } catch {
            state.message = "\(error)"
        }
        terminal.enter()
    }

    private mutating func draw() {
        let families = watch.families
        let frame = HomeFrame(
            state, layout: layout, screen: screen, group: families.count == 1 ? families[0].group : nil,
            hasImage: pictures.has)
        terminal.show(frame, png: pictures.png)
    }
}
