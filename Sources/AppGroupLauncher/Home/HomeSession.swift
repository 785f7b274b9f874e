import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import AppGroupWidget

/// Runs the home screen: waits for keys, signals and changes, and draws the result.
struct HomeSession {
    let watch: GroupWatch
    /// The groups that the user named, in which a typed URL is opened.
    let group: GroupOptions
    let events: TerminalEvents
    var terminal: HomeTerminal
    var state = HomeState()
    var look = HomeLook()
    private var known = LastKnownApps()
    private let order: AppOrder?
    private let screen: WidgetScreen
    private var decoder: KeyDecoder
    private var pictures: HomePictures
    private var evidence = HomeEvidence()
    private let numbers = NumberStyle(.current)
    private let typed: [UInt8]

    /// A terminal sends a complete sequence at once. If nothing follows Escape for this long, it is the key.
    private static let escapePause = Duration.milliseconds(50)
    /// A signal that came while the process was stopped is seen within this time after it was continued.
    private static let signalPause = Duration.seconds(1)

    /// - Parameter typed: The bytes that were typed before the session began.
    init(
        _ watch: GroupWatch, group: GroupOptions, order: AppOrder?, terminal: HomeTerminal, screen: WidgetScreen,
        typed: [UInt8],
        events: TerminalEvents
    ) {
        self.watch = watch
        self.group = group
        self.order = order
        self.terminal = terminal
        self.screen = screen
        self.events = events
        self.typed = typed
        decoder = KeyDecoder(erase: terminal.eraseByte)
        pictures = HomePictures(watch: watch, screen: screen) { events.wake() }
        state.showsSections = order == nil
    }

    /// Runs until the user leaves, a signal ends it, or a terminal app replaces it.
    ///
    /// - Throws: `AppGroupError` if the system's resources for watching changes are exhausted.
    mutating func run() throws {
        let events = events
        readRegistries()
        try watch.follow { events.wake() }
        terminal.enter()
        // Keys end a message, but these were typed before it could be read.
        let message = state.message
        if !press(decoder.keys(in: typed)) { return terminal.leave() }
        state.message = state.message ?? message
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

    var layout: HomeLayout {
        let size = HomeTerminal.size
        return HomeLayout(
            columns: size.columns, rows: size.rows, isCompact: look.group.density == .compact,
            tile: TileSize(look.group.size))
    }

    mutating func readRegistries() {
        let registries = watch.registries
        let apps = known.read(registries, order: order, including: .all)
        let failures = registries.compactMap { registry in
            known.failures[registry.group].map {
                "The group \(registry.group) cannot be read, so nothing new in it is shown: \($0)"
            }
        }
        state.failure = failures.isEmpty ? nil : failures.joined(separator: " ")
        watch.noteShown(apps.flatMap(\.self))
        look = HomeLook(of: registries, numbers: numbers)
        if pictures.tile != TileSize(look.group.size) || pictures.theme != look.group.theme {
            pictures = HomePictures(watch: watch, screen: screen, look: look.group) { [events] in events.wake() }
        }
        evidence.forget()
        state.show(GroupSet.merged(apps.map { $0.filter(\.isShown) }, order: order), in: layout)
    }

    mutating func handle(_ signal: Int32) {
        switch signal {
        case ThisProcess.TerminalSignal.stop: suspend(wholeJob: false)
        case ThisProcess.TerminalSignal.goOn: resume()
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
        resume()
    }

    /// Takes over the terminal as soon as this process is in the foreground.
    mutating func resume() {
        awaitForeground()
        // Another program got the rest of what was being typed or pasted.
        decoder = KeyDecoder(erase: terminal.eraseByte)
        terminal.enter()
        // The terminal may have another size now.
        state.fit(layout)
    }

    /// Stops the process while another job has the terminal, as the system does with a process that takes it anyway.
    /// But first, it looks whether a signal has continued the process only to end it.
    func awaitForeground() {
        while terminal.isInBackground {
            if let number = events.nextSignal(within: Self.signalPause) {
                if ThisProcess.TerminalSignal.ending.contains(number) { ThisProcess.end(by: number) }
            } else if terminal.isInBackground {
                // The shell has not brought it to the foreground meanwhile.
                ThisProcess.stop(wholeJob: false)
            }
        }
    }

    /// Handles keys.
    ///
    /// - Returns: Whether to continue.
    private mutating func press(_ keys: [Key]) -> Bool {
        for key in keys {
            switch state.press(key, in: layout) {
            case nil: break
            case .home(.leave): return false
            case .home(let wish): fulfill(wish)
            case .suspend: suspend(wholeJob: true)
            case .redraw: terminal.forget()
            }
        }
        return true
    }

    private mutating func draw() {
        let registries = watch.registries
        let detail = state.selected.map { app in
            AppDetail(
                app: app, evidence: evidence.of(app, in: registries), current: state.apps.lastOpened(in: app.group),
                clock: .current, distinction: app.distinction(among: state.apps)
            ).text
        }
        let frame = HomeFrame(
            state, layout: layout, screen: screen, group: registries.onlyGroup,
            look: look, detail: detail ?? "", hasImage: pictures.has)
        terminal.show(frame, pictures: pictures)
    }
}

/// The evidence behind the place of the selected app. It is read once for each selection.
struct HomeEvidence {
    private var known: (app: AppID, group: GroupID, evidence: [Predictor.Prediction.Contribution])?

    /// Forgets it, because the group has changed.
    mutating func forget() { known = nil }

    mutating func of(_ app: AppEntry, in registries: [Registry]) -> [Predictor.Prediction.Contribution] {
        guard app.likelihood != nil, let registry = registries.of(app.group) else { return [] }
        if let known, known.app == app.id, known.group == app.group { return known.evidence }
        let evidence = (try? registry.evidence(for: app.id)) ?? []
        known = (app.id, app.group, evidence)
        return evidence
    }
}
