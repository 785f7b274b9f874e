import AppGroup
import AppGroupPlatform
import Downloading
import ToolProgram
import ToolSupport

/// Fetches all feeds that are due, several at a time.
struct Updater {
    let store: Store
    let fetcher: Fetcher
    /// How many feeds are fetched at the same time.
    let jobs: Int
    /// Whether to fetch feeds that are not due yet. Hosts that want to be left alone still are.
    let isUrgent: Bool
    var clock: @Sendable () -> Timestamp = { .now }

    /// Updates. If another update is running, waits for it and shares its result.
    func run() throws -> UpdateSummary {
        let updates = try store.updates()
        let newest = try store.newestItem()
        let turn = try store.takeUpdateTurn()
        defer { turn.end() }
        if turn.hasWaited, try store.updates() > updates, let summary = try sharedSummary(after: newest) {
            return summary
        }
        let now = clock()
        guard try isUrgent || store.hasDueFeeds(at: now) else { return try update(at: now) }
        return try WebClient.loading { try update(at: now) }
    }

    private func update(at now: Timestamp) throws -> UpdateSummary {
        let feeds = try store.feedsToFetch()
        let due = feeds.filter { feed in
            // A clock that was set back would otherwise stop all updates.
            guard !isUrgent, let due = feed.check.due, let checked = feed.check.checked, checked <= now else {
                return true
            }
            return due <= now
        }
        let recorder = try Recorder(root: store.root, at: now)
        let fetcher = fetcher
        Threads.run(due.count, atMost: jobs) { number in
            let feed = due[number]
            guard !recorder.hasFailed else { return }
            recorder.record(fetcher.fetch(feed, at: now, rest: recorder.rest(of:)), of: feed, at: now)
        }
        return try recorder.finish(notDue: feeds.count - due.count, at: now)
    }

    /// What another process's update has brought; nil if it has left out feeds that this one is to fetch.
    private func sharedSummary(after newest: Int64) throws -> UpdateSummary? {
        guard var summary = try store.updateResult().flatMap({ UpdateSummary(record: $0) }),
            !isUrgent || summary.notDue == 0
        else { return nil }
        summary.items = try store.items(after: newest)
        summary.feedsWithNews = Set(try summary.items.compactMap { try store.item($0)?.feed }).count
        return summary
    }
}
