import AppGroup
import AppGroupCommands
import AppGroupPlatform
import DesktopBus

/// The loop between the groups and the bus: one thread, which sleeps until something happens.
struct Bridge {
    /// The name on the bus, which only one bridge can own.
    static let busName = "local.app_group.BadgeBridge"
    /// The name that docks take when they start. Programs with badges then send them again.
    private static let dockName = "com.canonical.Unity"

    /// How many apps can have a badge on docks at the same time.
    private static let badgeLimit = 1000

    private let signals: SignalDescriptor
    private let watch: GroupWatch
    /// Rings after a change of a group.
    private let bell: Bell
    private let wait: BusWait
    private var updater: EntryUpdater
    private var board = BadgeBoard()
    /// The connection that owns the name, and hears when a dock starts.
    private var bus: SessionBus?
    /// The connections that send the badges.
    private var connections: BadgeConnections
    /// Whether this process owns its name on the bus. Until then, it sends nothing to docks.
    private var hasName = false
    /// Whether the message that there are too many badges has been printed.
    private var hasSaidFull = false
    /// Whether the message that there is no bus has been printed.
    private var isWaiting = false
    /// The apps that were last read from each group.
    private var known = LastKnownApps()

    /// - Parameter patience: How long to wait for a bus.
    init(environment: ProcessEnvironment, patience: Duration) throws(AppGroupError) {
        // Every group counts, no matter which one the session names. This is passed on to child processes.
        var environment = environment
        environment.variables["APP_GROUP"] = nil
        do throws(SystemError) {
            signals = try SignalDescriptor()
            bell = try Bell()
        } catch {
            throw AppGroupError(.inputOutput, "The system has no descriptors left: \(error.message).")
        }
        watch = try GroupWatch(nil, environment: environment)
        ThisProcess.raiseOpenFileLimit()
        connections = BadgeConnections(limit: min(Self.badgeLimit, ThisProcess.openFileLimit / 2))
        wait = BusWait(environment, patience: patience)
        updater = EntryUpdater(environment)
    }

    /// Runs until a signal ends it, which is not a failure.
    ///
    /// - Throws: ``AppGroupError/Code/busy`` if another bridge runs on the same bus, and
    ///   ``AppGroupError/Code/configuration`` if no bus answers for too long.
    mutating func run() throws {
        refresh()
        let bell = bell
        try watch.follow { bell.ring() }
        try connect()
        if bus == nil { waitFor(bus: "There is no session bus; waiting for one.") }
        while true {
            let ready = waitForSomething()
            let arrived = signals.take()
            if arrived.hasEndedChild { updater.reap() }
            if arrived.wantsEnd { return end() }
            if bell.wait(milliseconds: 0) { refresh() }
            if bus == nil {
                wait.drain()
                try connect()
            } else {
                try process()
                processConnections(ready)
            }
            if wait.hasGivenUp {
                throw AppGroupError(
                    .configuration,
                    "The session no longer has a bus that answers. In a new session, start this program again.")
            }
        }
    }

    /// Waits until something happens.
    ///
    /// - Returns: The descriptors that are ready.
    private func waitForSomething() -> Set<Int32> {
        let source = bus?.events ?? Poll.Interest(wait.number)
        let interests = [Poll.Interest(signals.number), Poll.Interest(bell.number), source] + connections.interests
        let deadline = bus.map { min($0.deadline, connections.deadline, wait.deadline) }
        return Poll.wait(for: interests, until: deadline ?? Deadline(after: wait.nextPause()))
    }

    private mutating func connect() throws {
        wait.arm()
        do {
            let bus = try SessionBus("launcher-badge-bridge")
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

    /// Reads the apps of all groups, sends changed badges to the docks, and has desktop entries updated.
    private mutating func refresh() {
        let apps = known.read(watch.registries, order: .name, including: .all) { group, error in
            Talk.say("The group \(group) cannot be read, so its badges stay as they are: \(error)")
        }.flatMap(\.self)
        watch.noteShown(apps)
        send(board.show(apps))
        updater.update(for: apps)
    }

    private mutating func send(_ entries: [LauncherEntry]) {
        guard hasName else { return }
        connections.send(entries)
    }

    /// Handles the messages of the bus.
    private mutating func process() throws {
        do {
            while let bus, let message = try bus.next() {
                if let isOurs = try bus.hasName(by: message) {
                    try begin(isOurs)
                } else if message.saysThatNameIsTaken {
                    send(board.entries)
                } else {
                    try Self.answer(message, board)
                }
            }
        } catch is SystemError {
            lose()
        }
    }

    /// Handles the messages of the connections that send badges.
    private mutating func processConnections(_ ready: Set<Int32>) {
        let board = board
        connections.process(ready) { (message) throws(SystemError) in try Self.answer(message, board) }
        if connections.isFull, !hasSaidFull {
            Talk.say("Docks show the badges of only \(connections.limit) apps, although more apps have one.")
        }
        hasSaidFull = connections.isFull
    }

    /// Answers docks that ask for a badge.
    private static func answer(_ message: BusMessage, _ board: BadgeBoard) throws(SystemError) {
        if message.isCall(of: "Query", LauncherEntry.interface), let entry = message.path.flatMap(board.entry) {
            try message.reply(with: entry)
        } else if message.isCall {
            try message.refuse()
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
        connections = BadgeConnections(limit: connections.limit)
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
        connections.flush()
    }
}
