public import NIOCore
public import ServiceLifecycle
import Serving
import Synchronization

/// The uploads and downloads in progress. A transfer continues only while its user may have it and while it makes progress; otherwise
/// its connection is cut.
public final class RunningTransfers<Changes: ChangeSummary>: Sendable {
    /// The right of a user to a transfer.
    public struct Right: Sendable {
        private let user: AccountID?
        private let session: Session.ID?
        private let concerns: @Sendable (Changes) -> Bool
        fileprivate let isValid: @Sendable () async throws -> Bool

        /// - Parameters:
        ///   - user: Who sent the request; `nil` if it needs no login.
        ///   - session: The session of the request; `nil` if it needs none.
        ///   - concerns: Whether changes other than those of the login may have ended it.
        ///   - isValid: Whether the transfer may continue.
        public init(
            user: AccountID?, session: Session.ID?, concerns: @escaping @Sendable (Changes) -> Bool = { _ in false },
            isValid: @escaping @Sendable () async throws -> Bool
        ) {
            self.user = user
            self.session = session
            self.concerns = concerns
            self.isValid = isValid
        }

        /// Whether changes may have ended it.
        package func isConcerned(by changes: Changes) -> Bool {
            user.map { changes.concernsLogin(of: $0, in: session) } ?? false || concerns(changes)
        }
    }

    /// How fast a transfer must be. A slower one only holds a connection.
    public struct Pace: Sendable {
        /// The fewest bytes in each ``window``.
        public var bytes: UInt64 = 30 << 10
        /// How long the pace is averaged.
        public var window = Duration.seconds(30)

        /// At least `bytes` in each `window`: 1 KiB/s by default.
        public init(bytes: UInt64 = 30 << 10, window: Duration = .seconds(30)) {
            self.bytes = bytes
            self.window = window
        }

        /// At least 1 KiB/s, averaged over this many seconds.
        public init(overSeconds seconds: Int) {
            self.init(bytes: UInt64(seconds) << 10, window: .seconds(seconds))
        }
    }

    /// A transfer in progress. ``end(_:)`` ends it.
    public struct Ticket: Sendable {
        fileprivate let id: Int
        fileprivate let name: String?
    }

    private struct Entry {
        let channel: any Channel
        let right: Right
        /// Identifies transfers that exclude each other, such as uploads of one file.
        let name: String?
        /// How many bytes had moved at the last check, and when that was.
        var mark: (bytes: UInt64, moment: ContinuousClock.Instant)?
    }

    private struct State {
        var next = 0
        var entries: [Int: Entry] = [:]
        /// The generation in which the transfers were checked last.
        var checked: Generation
    }

    /// How many transfers are asked at a time. Requests get their turn at the database in between.
    private static var askedAtOnce: Int { 64 }

    private let notifier: ChangeNotifier<Changes>
    private let pace: Pace
    private let state: Mutex<State>

    /// - Parameter notifier: The changes that this process knows of.
    public init(changes notifier: ChangeNotifier<Changes>, pace: Pace = Pace()) {
        self.notifier = notifier
        self.pace = pace
        state = Mutex(State(checked: notifier.current))
    }

    /// Begins a transfer that was allowed in a generation.
    ///
    /// - Throws: `forbidden` if it no longer is.
    public func begin(
        on channel: any Channel, named name: String? = nil, since generation: Generation, right: Right
    ) async throws -> Ticket {
        let ticket = state.withLock { state in
            defer { state.next += 1 }
            state.entries[state.next] = Entry(channel: channel, right: right, name: name, mark: nil)
            return Ticket(id: state.next, name: name)
        }
        guard right.isConcerned(by: notifier.changes(after: generation).changes) else { return ticket }
        do {
            if try await right.isValid() { return ticket }
        } catch {
            end(ticket)
            throw error
        }
        end(ticket)
        throw ServiceError(.forbidden, "Your permissions have just changed; log in again.")
    }

    /// Forgets a transfer that has ended.
    public func end(_ ticket: Ticket) { state.withLock { _ = $0.entries.removeValue(forKey: ticket.id) } }

    /// Cuts the transfers of this name that make no progress for two seconds: their clients may be gone without a word. One whose
    /// progress is unknown stays.
    ///
    /// - Returns: Whether none of that name is left.
    /// - Throws: `CancellationError` if the caller is canceled meanwhile; then none is cut.
    public func endStill(named name: String) async throws -> Bool {
        let entries = state.withLock { $0.entries.values.filter { $0.name == name } }
        let before = await moved(entries)
        try await Task.sleep(for: .seconds(2))
        let after = await moved(entries)
        var allEnded = true
        for (index, entry) in entries.enumerated() {
            if let bytes = before[index], bytes == after[index] {
                ConnectionTraffic.cut(entry.channel)
            } else {
                allEnded = false
            }
        }
        return allEnded
    }

    private func moved(_ entries: [Entry]) async -> [UInt64?] {
        var moved: [UInt64?] = []
        for entry in entries { moved.append(await ConnectionTraffic.bytes(of: entry.channel)) }
        return moved
    }

    // MARK: - Watching

    /// Cuts transfers that may not go on after the changes since the last check. Only those that a change may concern are asked.
    public func check() async {
        let concerned = state.withLock { state in
            let (changes, through) = notifier.changes(after: state.checked)
            state.checked = through
            return state.entries.values.filter { $0.right.isConcerned(by: changes) }
        }
        // If one can't be asked, the others can't either, and each would wait for that as long as the database's patience.
        await withTaskGroup(of: Bool.self) { group in
            var canBeAsked = true
            for (index, entry) in concerned.enumerated() {
                if canBeAsked, index >= Self.askedAtOnce, await group.next() == false { canBeAsked = false }
                guard canBeAsked else {
                    ConnectionTraffic.cut(entry.channel)
                    continue
                }
                group.addTask {
                    // `nil` if it can't be asked.
                    let isValid = try? await entry.right.isValid()
                    if isValid != true { ConnectionTraffic.cut(entry.channel) }
                    return isValid != nil
                }
            }
        }
    }

    /// Cuts transfers that have been slower than the pace over the last window.
    public func checkPace(at now: ContinuousClock.Instant) async {
        let entries = state.withLock { $0.entries }
        for (id, entry) in entries {
            guard let bytes = await ConnectionTraffic.bytes(of: entry.channel) else { continue }
            if let mark = entry.mark {
                guard now - mark.moment >= pace.window else { continue }
                if bytes - min(bytes, mark.bytes) < pace.bytes { ConnectionTraffic.cut(entry.channel) }
            }
            state.withLock { $0.entries[id]?.mark = (bytes, now) }
        }
    }
}

/// Checks ``RunningTransfers`` while the server runs: at each change of what users may have, and regularly for their pace.
public struct TransferWatch<Changes: ChangeSummary>: Service {
    private let transfers: RunningTransfers<Changes>
    private let notifier: ChangeNotifier<Changes>

    private static var interval: Duration { .seconds(2) }

    /// - Parameter notifier: The changes that this process knows of.
    public init(transfers: RunningTransfers<Changes>, changes notifier: ChangeNotifier<Changes>) {
        self.transfers = transfers
        self.notifier = notifier
    }

    /// Checks until the server stops.
    public func run() async throws {
        let changes = notifier.changes()
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    await transfers.check()
                    for await _ in changes { await transfers.check() }
                }
                group.addTask {
                    await repeating(every: Self.interval, atOnce: false) {
                        await transfers.checkPace(at: ContinuousClock.now)
                    }
                }
            }
        }
    }
}
