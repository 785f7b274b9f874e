import NIOCore
import Synchronization

/// The uploads and downloads in progress. Each goes on only as long as its user may have it, and only while it moves: what is
/// neither is ended by cutting its connection.
final class Transfers: Sendable {
    /// Whether a transfer may go on, in a generation that was just seen.
    typealias Right = @Sendable (Generation) async throws -> Bool

    /// What a transfer must move so that it is not taken for one that only holds a connection.
    struct Pace: Sendable {
        /// Bytes in each ``window``.
        var bytes: UInt64 = 30 << 10
        var window = Duration.seconds(30)
    }

    /// One of them. It ends with ``end(_:)``.
    struct Ticket: Sendable {
        fileprivate let id: Int
        fileprivate let name: String?
    }

    private struct Entry {
        let channel: any Channel
        let right: Right
        /// What nobody else is doing at the same time, such as an upload of a certain file.
        let name: String?
        /// How many bytes had moved, and when that was looked at.
        var mark: (bytes: UInt64, moment: ContinuousClock.Instant)?
    }

    private struct State {
        var next = 0
        var entries: [Int: Entry] = [:]
    }

    private let generations: GenerationNotifier
    private let pace: Pace
    private let state = Mutex(State())

    init(generations: GenerationNotifier, pace: Pace = Pace()) {
        self.generations = generations
        self.pace = pace
    }

    /// Begins a transfer that was found to be right in a generation.
    ///
    /// - Throws: `forbidden` where it is not any more.
    func begin(
        on channel: any Channel, named name: String? = nil, since generation: Generation, right: @escaping Right
    ) async throws -> Ticket {
        let ticket = state.withLock { state in
            defer { state.next += 1 }
            state.entries[state.next] = Entry(channel: channel, right: right, name: name, mark: nil)
            return Ticket(id: state.next, name: name)
        }
        let current = generations.current
        guard current != generation else { return ticket }
        do {
            if try await right(current) { return ticket }
        } catch {
            end(ticket)
            throw error
        }
        end(ticket)
        throw ServiceError(.forbidden, "What you may do here has just changed; log in again.")
    }

    /// Forgets a transfer that is over.
    func end(_ ticket: Ticket) { state.withLock { _ = $0.entries.removeValue(forKey: ticket.id) } }

    /// How many there are.
    var count: Int { state.withLock { $0.entries.count } }

    /// Ends those of this name, if they have not moved for a moment: their other end may be gone without a word.
    ///
    /// - Returns: Whether there are none, or none any more.
    func endStill(named name: String) async -> Bool {
        let entries = state.withLock { $0.entries.values.filter { $0.name == name } }
        let before = await moved(entries)
        try? await Task.sleep(for: .seconds(2))
        let after = await moved(entries)
        var allEnded = true
        for (index, entry) in entries.enumerated() {
            guard before[index] == after[index] else {
                allEnded = false
                continue
            }
            await ConnectionTraffic.cut(entry.channel)
        }
        return allEnded
    }

    private func moved(_ entries: [Entry]) async -> [UInt64?] {
        var moved: [UInt64?] = []
        for entry in entries { moved.append(await ConnectionTraffic.bytes(of: entry.channel)) }
        return moved
    }

    // MARK: - Watching

    /// Ends what may not go on in a new generation.
    func check(in generation: Generation) async {
        let entries = state.withLock { $0.entries }
        for (_, entry) in entries {
            let isRight = (try? await entry.right(generation)) ?? false
            if !isRight { await ConnectionTraffic.cut(entry.channel) }
        }
    }

    /// Ends what has moved too little since it was last looked at, once that is long enough ago.
    func checkPace(at now: ContinuousClock.Instant) async {
        let entries = state.withLock { $0.entries }
        for (id, entry) in entries {
            guard let bytes = await ConnectionTraffic.bytes(of: entry.channel) else { continue }
            if let mark = entry.mark {
                guard now - mark.moment >= pace.window else { continue }
                if bytes - min(bytes, mark.bytes) < pace.bytes { await ConnectionTraffic.cut(entry.channel) }
            }
            state.withLock { $0.entries[id]?.mark = (bytes, now) }
        }
    }
}
