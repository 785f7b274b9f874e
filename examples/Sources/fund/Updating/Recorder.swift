import AppGroup
import Downloading
import Feeds
import Synchronization
import ToolDatabase
import ToolProgram

/// Records the answers of several threads, one at a time.
final class Recorder: Sendable {
    private let state: Mutex<State>

    private struct State {
        let store: Store
        var rests: [String: Timestamp]
        /// Feeds with nothing new, which are recorded together.
        var unchanged: [(FollowedFeed, FeedAnswer)] = []
        var summary = UpdateSummary()
        var failure: (any Error)?
    }

    /// How many feeds with nothing new are recorded at once. If fund is killed before, they are only asked again.
    private static let batch = 250

    init(root: String, at now: Timestamp) throws {
        let store = try Store(root: root)
        try store.writeFast()
        state = Mutex(State(store: store, rests: try store.restingHosts(at: now)))
    }

    /// Until when a host wants to be left alone; nil if it doesn't.
    func rest(of host: String) -> Timestamp? { state.withLock { $0.rests[host] } }

    /// Whether the disk or another process has made further work useless.
    var hasFailed: Bool { state.withLock { $0.failure != nil } }

    /// Records how an attempt has ended. The items and the state of a feed change together.
    func record(_ answer: FeedAnswer, of feed: FollowedFeed, at now: Timestamp) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                if let rest = answer.rest {
                    state.rests[rest.host] = rest.end
                    try state.store.rest(rest.host, until: rest.end)
                }
                switch answer.outcome {
                case .resting:
                    state.summary.resting += 1
                    // Only a feed whose own host has been asked, and redirects, is due at another time than before.
                    if answer.check.due != feed.check.due { try state.store.record(answer.check, of: feed) }
                case .unchanged:
                    state.unchanged.append((feed, answer))
                    if state.unchanged.count >= Self.batch { try Self.flush(&state) }
                case .read, .failed: try Self.record(answer, of: feed, at: now, in: &state)
                }
            } catch {
                state.failure = error
            }
        }
    }

    private static func record(
        _ answer: FeedAnswer, of feed: FollowedFeed, at now: Timestamp, in state: inout State
    ) throws {
        let store = state.store
        let added = try store.database.transaction { () throws -> [Int64] in
            // The feed may have been removed meanwhile.
            guard try store.hasFeed(feed.id) else { return [] }
            var added: [Int64] = []
            if case .read(let parsed) = answer.outcome {
                try store.noteUntold()
                try store.describe(feed, title: parsed.title.isEmpty ? nil : parsed.title, home: parsed.link)
                added = try store.record(parsed.items.map(FeedEntry.init), of: feed, at: now)
            }
            if let address = answer.newAddress { try store.move(feed, to: address) }
            try store.record(answer.check, of: feed)
            return added
        }
        state.summary.items += added
        if !added.isEmpty { state.summary.feedsWithNews += 1 }
        if case .failed(let error) = answer.outcome {
            state.summary.failures.append(UpdateSummary.Failure(feed: feed.title, error: error))
        }
    }

    private static func flush(_ state: inout State, endingAt now: Timestamp? = nil) throws {
        let store = state.store
        try store.database.transaction {
            for (feed, answer) in state.unchanged {
                if let address = answer.newAddress { try store.move(feed, to: address) }
                try store.record(answer.check, of: feed)
            }
            if let now { try store.countUpdate(result: state.summary.record, at: now) }
        }
        state.unchanged = []
    }

    /// Records what is left, and counts the update.
    ///
    /// - Parameter notDue: How many feeds were not due.
    func finish(notDue: Int, at now: Timestamp) throws -> UpdateSummary {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.summary.notDue = notDue
            try Self.flush(&state, endingAt: now)
            return state.summary
        }
    }
}

extension FeedEntry {
    /// Programs that know no date write an earlier one: in the year 1, or on 1 January 1970.
    private static let firstDate = Timestamp(seconds: 86_400)

    init(_ item: FeedItem) {
        self.init(
            identity: item.identity, alias: item.aliases.first,
            title: item.headline.isEmpty ? "Untitled" : item.headline,
            link: item.link, author: item.author, date: item.date.flatMap { $0 < Self.firstDate ? nil : $0 },
            text: item.text)
    }
}

/// What an update has brought.
struct UpdateSummary: Sendable {
    /// A feed that could not be fetched or read.
    struct Failure: Sendable {
        let feed: String
        let error: ToolError
    }

    /// The numbers of the new items.
    var items: [Int64] = []
    var feedsWithNews = 0
    var failures: [Failure] = []
    /// How many feeds are not asked yet, because their hosts want to be left alone.
    var resting = 0
    /// How many feeds are not due yet.
    var notDue = 0

    /// The exit status: the disk counts more than a server that is away, and that more than an answer that is no feed.
    var status: AppExitStatus {
        let kinds = failures.map(\.error.kind)
        let order: [ToolError.Kind] = [.inputOutput, .unavailable, .refused, .protocolBroken, .unreadable, .notFound]
        return order.first(where: kinds.contains)?.exitStatus ?? .success
    }
}
