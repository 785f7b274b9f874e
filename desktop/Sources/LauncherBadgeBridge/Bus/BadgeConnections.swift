import AppGroupPlatform
import DesktopBus

/// The connections from which docks receive badges: one for each app with a badge.
///
/// Plank shows the badge of an app that it does not know on an app that had a badge from the same connection. A
/// connection therefore never sends the badges of two apps. It is closed when the badge of its app is removed.
struct BadgeConnections {
    private struct Connection {
        let bus: SessionBus
        /// The badge that was sent to the docks last.
        var entry: LauncherEntry
    }

    /// The most connections at the same time, because each is an open file of this process and of the bus.
    let limit: Int
    /// How many connections may be greeting the bus at the same time. A bus refuses connections if too many wait.
    private static let greetingLimit = 16
    /// The first and the longest pause before connections that failed are opened again.
    private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(60))

    /// The open connections, by the ids of the desktop entries.
    private var open: [String: Connection] = [:]
    /// The ids of the connections that the bus has not accepted yet.
    private var greeting: Set<String> = []
    /// The badges that wait for a connection, by the ids of the desktop entries.
    private var waiting: [String: LauncherEntry] = [:]
    private var pause = firstPause
    /// When connections that failed are opened again; `nil` if none failed.
    private var retry: Deadline?

    init(limit: Int) { self.limit = limit }

    /// Whether docks do not show some badges, because there are as many connections as allowed.
    var isFull: Bool { open.count >= limit && !waiting.isEmpty }

    /// The descriptors and events to wait for.
    var interests: [Poll.Interest] { open.values.map(\.bus.events) }

    /// The latest time at which ``process(_:answering:)`` must be called.
    var deadline: Deadline { greeting.compactMap { open[$0]?.bus.deadline }.reduce(retry ?? .never, min) }

    /// Tells the docks about badges, at once or as soon as there are connections for them. 0 removes a badge.
    mutating func send(_ entries: [LauncherEntry]) {
        for entry in entries {
            if open[entry.desktopFileID] == nil {
                waiting[entry.desktopFileID] = entry.count > 0 ? entry : nil
            } else {
                update(entry)
            }
        }
        tidy()
    }

    /// Handles the messages of the connections.
    ///
    /// - Parameters:
    ///   - ready: The descriptors that are ready. If there is none, a deadline may have passed, and all connections are
    ///     processed.
    ///   - answer: Answers a message.
    mutating func process(_ ready: Set<Int32>, answering answer: (BusMessage) throws(SystemError) -> Void) {
        for (id, connection) in open where ready.isEmpty || ready.contains(connection.bus.number) {
            do throws(SystemError) {
                while let message = try connection.bus.next() { try answer(message) }
            } catch {
                fail(id)
                continue
            }
            if connection.bus.isReady, greeting.remove(id) != nil { pause = Self.firstPause }
        }
        tidy()
    }

    /// Waits until the bus has taken the messages that badges were removed, for at most one second.
    mutating func flush() {
        waiting = [:]
        let end = Deadline(after: .seconds(1))
        while !end.hasPassed, !open.isEmpty {
            Poll.wait(for: interests, until: Deadline(after: .milliseconds(100)))
            process([]) { _ in }
        }
    }

    private mutating func update(_ entry: LauncherEntry) {
        open[entry.desktopFileID]?.entry = entry
        do throws(SystemError) {
            try open[entry.desktopFileID]?.bus.update(entry)
        } catch {
            fail(entry.desktopFileID)
        }
    }

    /// Closes a connection that failed. If its app has a badge, another one is opened later.
    private mutating func fail(_ id: String) {
        greeting.remove(id)
        guard let entry = open.removeValue(forKey: id)?.entry, entry.count > 0 else { return }
        postpone(entry)
    }

    private mutating func postpone(_ entry: LauncherEntry) {
        waiting[entry.desktopFileID] = entry
        guard retry == nil else { return }
        retry = Deadline(after: pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// Closes the connections of removed badges, and opens those that badges wait for.
    private mutating func tidy() {
        for (id, connection) in open where connection.entry.count == 0 && !connection.bus.hasUnsent {
            open[id] = nil
            greeting.remove(id)
        }
        if retry?.hasPassed == true { retry = nil }
        guard !waiting.isEmpty, mayConnect else { return }
        for entry in waiting.values.sorted() where mayConnect { connect(entry) }
    }

    private var mayConnect: Bool { retry == nil && open.count < limit && greeting.count < Self.greetingLimit }

    private mutating func connect(_ entry: LauncherEntry) {
        do throws(SystemError) {
            open[entry.desktopFileID] = Connection(bus: try SessionBus("launcher-badge-bridge"), entry: entry)
        } catch {
            return postpone(entry)
        }
        greeting.insert(entry.desktopFileID)
        waiting[entry.desktopFileID] = nil
        update(entry)
    }
}
