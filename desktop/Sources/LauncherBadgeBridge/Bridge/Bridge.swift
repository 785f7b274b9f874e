import AppGroup
import AppGroupTerminal
import Glibc

/// The loop between the families and the bus: one thread, which sleeps until something happens.
struct Bridge {
    /// The name on the bus of which there is one.
    static let busName = "local.app_group.BadgeBridge"
    /// The name that docks take when they start: who has badges then sends them anew.
    private static let dockName = "com.canonical.Unity"

    private let environment: ProcessEnvironment
    private let signals: SignalDescriptor
    private let wake: WakePipe
    private let wait: BusWait
    private var updater: EntryUpdater
    private var board = BadgeBoard()
    private var bus: SessionBus?
    /// Whether the bus has given this process its name; before, docks are told nothing.
    private var hasName = false
    /// Whether it was said that there is no bus.
    private var isWaiting = false
    /// What each family had when it could last be read.
    private var families: [GroupID: [FamilyApp]] = [:]
    /// Families whose failure was said already.
    private var complained: Set<GroupID> = []

    init(environment: ProcessEnvironment) throws {
        self.environment = environment
        // Every group counts, in what is called from here too, whatever the session names.
        unsetenv("APP_GROUP")
        do {
            signals = try SignalDescriptor()
            wake = try WakePipe()
        } catch {
            throw AppGroupError(
                .inputOutput, "The system has no descriptors left: \(String(cString: strerror(error.errno))).")
        }
        wait = BusWait(environment)
        updater = EntryUpdater(environment)
    }

    /// Works until a signal ends it, which is no failure.
    ///
    /// - Throws: ``AppGroupError/Code/busy`` where another bridge runs on the same bus.
    mutating func run() throws {
        let watcher = FamilyWatcher(environment, waking: wake)
        Task { await watcher.run() }
        try connect()
        if bus == nil { waitFor(bus: "There is no session bus; waiting for one.") }
        while true {
            waitForSomething()
            let arrived = signals.take()
            if arrived.hasEndedChild { updater.reap() }
            if arrived.wantsEnd { return end() }
            let reasons = wake.take()
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
        var descriptors = [
            pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0),
            bus?.events ?? pollfd(fd: wait.number, events: Int16(POLLIN), revents: 0),
        ]
        poll(
            &descriptors, nfds_t(descriptors.count),
            bus.map { Self.milliseconds(until: $0.deadline) } ?? wait.nextPause())
    }

    /// -1 for no limit.
    private static func milliseconds(until deadline: UInt64?) -> Int32 {
        guard let deadline else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(max(0, now.tv_sec)) &* 1_000_000 &+ UInt64(max(0, now.tv_nsec)) / 1000
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

    /// Reads the badges of all families, and tells the docks what is different.
    private mutating func refresh() {
        guard let groups = try? Registry.groups(environment: environment) else { return }
        families = families.filter { groups.contains($0.key) }
        for group in groups {
            do {
                families[group] = try Registry(group: group, environment: environment).apps(order: .name)
                complained.remove(group)
            } catch {
                if complained.insert(group).inserted { Talk.say("The group \(group) stays as it was: \(error)") }
            }
        }
        send(board.show(families.values.flatMap(\.self)))
    }

    private mutating func send(_ entries: [LauncherEntry]) {
        guard hasName else { return }
        do {
            for entry in entries { try bus?.update(entry) }
        } catch {
            lose()
        }
    }

    /// Handles what the bus brought.
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
        } catch is SessionBus.Lost {
            lose()
        }
    }

    /// Tells the docks everything, once the bus has said whether the name is ours.
    private mutating func begin(_ isOurs: Bool) throws {
        guard isOurs else {
            throw AppGroupError(
                .busy,
                "Another launcher-badge-bridge runs already, as \(Self.busName) on the session bus; end that first.")
        }
        wait.end()
        (hasName, isWaiting) = (true, false)
        send(board.entries)
    }

    private mutating func lose() {
        // Before another try, so that no bus comes unseen.
        wait.arm()
        waitFor(
            bus: hasName
                ? "The session bus went away; waiting for it to come back."
                : "The session bus does not answer; trying again.")
        (bus, hasName) = (nil, false)
    }

    /// Says once that there is no bus.
    private mutating func waitFor(bus remark: String) {
        if !isWaiting { Talk.say(remark) }
        isWaiting = true
    }

    /// Takes every badge off the docks: some keep what a program that is gone has said.
    private mutating func end() {
        guard hasName else { return }
        send(board.show([]))
        try? bus?.flush()
    }
}
