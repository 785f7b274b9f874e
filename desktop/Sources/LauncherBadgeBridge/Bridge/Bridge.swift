import AppGroup
import AppGroupCommands
import AppGroupPlatform

/// The loop between the groups and the bus: one thread, which sleeps until something happens.
struct Bridge {
    /// The name on the bus, which only one bridge can own.
    static let busName = "local.app_group.BadgeBridge"
    /// The name that docks take when they start. Programs with badges then send them again.
    private static let dockName = "com.canonical.Unity"

    private let environment: ProcessEnvironment
    private let signals: SignalDescriptor
    private let bell: WakeBell
    private let wait: BusWait
    private var updater: EntryUpdater
    private var board = BadgeBoard()
    private var bus: SessionBus?
    /// Whether this process owns its name on the bus. Until then, docks are told nothing.
    private var hasName = false
    /// Whether the user has been told that there is no bus.
    private var isWaiting = false
    /// The apps that were last read from each group.
    private var known = LastKnownApps()

    init(environment: ProcessEnvironment) throws(AppGroupError) {
        // Every group counts, no matter which one the session names. This is passed on to child processes.
        var environment = environment
        environment.variables["APP_GROUP"] = nil
        self.environment = environment
        do throws(SystemError) {
            signals = try SignalDescriptor()
            bell = try WakeBell()
        } catch {
            throw AppGroupError(.inputOutput, "The system has no descriptors left: \(error.message).")
        }
        wait = BusWait(environment)
        updater = EntryUpdater(environment)
    }

    /// Runs until a signal ends it, which is not a failure.
    ///
    /// - Throws: ``AppGroupError/Code/busy`` if another bridge runs on the same bus.
    mutating func run() throws {
        let watcher = GroupWatcher(environment, ringing: bell)
        Task { await watcher.run() }
        try connect()
        if bus == nil { waitFor(bus: "There is no session bus; waiting for one.") }
        while true {
            waitForSomething()
            let arrived = signals.take()
            if arrived.hasEndedChild { updater.reap() }
            if arrived.wantsEnd { return end() }
            let reasons = bell.take()
            if reasons.contains(.entries) { updater.update() }
            if reasons.contains(.badges) { refresh() }
            if bus == nil {
                wait.drain()
                try connect()
            } else {
                try process()
            }
        }
    }

    private func waitForSomething() {
        Poll.wait(
            for: [
                Poll.Interest(signals.number), Poll.Interest(bell.number), bus?.events ?? Poll.Interest(wait.number),
            ],
            milliseconds: bus.map { Self.milliseconds(until: $0.deadline) } ?? wait.nextPause())
    }

    /// -1 for no limit.
    private static func milliseconds(until deadline: UInt64?) -> Int32 {
        guard let deadline else { return -1 }
        let microseconds = UInt64(max(0, SystemClock.monotonicNanoseconds())) / 1000
        guard deadline > microseconds else { return 0 }
        return Int32(clamping: (deadline - microseconds) / 1000 + 1)
    }

    private mutating func connect() throws {
        wait.arm()
        do {
            let bus = try SessionBus()
            try bus.request(Self.busName)
            try bus.subscribe(
                to: "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                    + "member='NameOwnerChanged',arg0='\(Self.dockName)'")
            self.bus = bus
        } catch {
            return
        }
        try process()
    }

    /// Reads the badges of all groups, and tells the docks what changed.
    private mutating func refresh() {
        guard let groups = try? GroupSet(environment: environment) else { return }
        let apps = known.read(groups.registries, order: .name, including: .shown) { group, error in
            Talk.say("The group \(group) cannot be read, so its badges stay as they are: \(error)")
        }
        send(board.show(apps.flatMap(\.self)))
    }

    private mutating func send(_ entries: [LauncherEntry]) {
        guard hasName else { return }
        do {
            for entry in entries { try bus?.update(entry) }
        } catch {
            lose()
        }
    }

    /// Handles the messages of the bus.
    private mutating func process() throws {
        do {
            while let bus, let message = try bus.next() {
                if let isOurs = try bus.hasName(by: message) {
                    try begin(isOurs)
                } else if message.saysThatNameIsTaken {
                    send(board.entries)
                } else if message.isCall(of: "Query", LauncherEntry.interface),
                    let entry = message.path.flatMap(board.entry)
                {
                    try message.reply(with: entry)
                } else if message.isCall {
                    try message.refuse()
                }
            }
        } catch is SystemError {
            lose()
        }
    }

    /// Sends all badges, if this process now owns its name.
    private mutating func begin(_ isOurs: Bool) throws {
        guard isOurs else {
            throw AppGroupError(
                .busy,
                "Another launcher-badge-bridge is already running as \(Self.busName) on the session bus. Stop it first."
            )
        }
        wait.end()
        (hasName, isWaiting) = (true, false)
        send(board.entries)
    }

    private mutating func lose() {
        // Watch before the next attempt, so that no bus is missed.
        wait.arm()
        waitFor(
            bus: hasName
                ? "The session bus went away; waiting for it to come back."
                : "The session bus does not answer; trying again.")
        (bus, hasName) = (nil, false)
    }

    /// Tells the user once that there is no bus.
    private mutating func waitFor(bus remark: String) {
        if !isWaiting { Talk.say(remark) }
        isWaiting = true
    }

    /// Removes all badges from the docks, because some docks keep the badges of a program that has ended.
    private mutating func end() {
        guard hasName else { return }
        send(board.show([]))
        try? bus?.flush()
    }
}
