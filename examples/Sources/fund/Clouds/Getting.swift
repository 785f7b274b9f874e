import AppGroup
import AppGroupPlatform
import MailReading
import RemoteFiles
import Synchronization
import ToolProgram
import ToolSupport

/// Fetches files into a fund, several at a time.
struct Getting: Sendable {
    /// The folder of all funds.
    let root: String
    let fund: Fund
    /// How many files are fetched at the same time.
    let jobs: Int
    let progress: TransferProgress
    var clock: @Sendable () -> Timestamp = { .now }

    /// How many threads may wait for the disk beside those that fetch. Each takes about 1 MiB of memory.
    private static let finishingThreads = 2

    /// For how many days what is left of an interrupted fetch is kept.
    private static let keptDays: Int64 = 30

    /// Fetches the files. Each stands alone: if one fails, the others are fetched all the same.
    ///
    /// - Returns: The first failure in the order of the files; nil if there is none.
    func run(_ spots: [(spot: RemoteSpot, drive: any RemoteDrive)]) throws -> ToolError? {
        try removeLeftovers()
        let failures = Failures()
        let turns = ThreadSemaphore(jobs)
        // While the disk takes a file, the next one is fetched.
        Threads.run(spots.count, atMost: jobs + Self.finishingThreads) { number in
            let (spot, drive) = spots[number]
            do {
                try ToolError.translating { try get(spot, from: drive, number, turns) }
            } catch {
                let error = error as? ToolError ?? .inputOutput("\(error)")
                progress.show(.failed, number)
                progress.say("\(spot.selector): \(error)")
                failures.add(error, number)
            }
        }
        progress.clear()
        return failures.first
    }

    private func get(_ spot: RemoteSpot, from drive: any RemoteDrive, _ number: Int, _ turns: ThreadSemaphore) throws {
        // A store is for one thread. Waiting for the disk with each change would also wait for all that has arrived.
        let store = try Store(root: root)
        try store.writeFast()
        let arrived = try turns.take { try fetch(spot, from: drive, number, store) }
        let folder = store.folder(of: fund)
        let name: String
        if let finished = arrived.name {
            name = finished
        } else {
            // A power failure could otherwise give its number, and so its part, to another fetch.
            try safely(in: store) { try store.setVersion(arrived.version, ofFetch: arrived.fetch.id) }
            name = try arrived.part.finish(in: folder, as: arrived.fetch.name, modified: arrived.modified?.seconds)
        }
        if let file = Files.entry(name, in: folder) {
            try Scanner(store: store).record(file, of: fund, failure: progress.say)
        }
        // The part goes last: a process that is killed before has left the file under both names.
        try store.removeFetch(arrived.fetch.id)
        arrived.part.remove()
        arrived.claim.finish()
        progress.show(.done(name: name), number)
        progress.say("\(fund.name)/\(name) is fetched.")
    }

    /// A file that has arrived.
    private struct Arrival {
        let fetch: PendingFetch
        let claim: Claim
        let part: PartFile
        /// Its name, if an earlier process gave it one.
        var name: String?
        /// What the drive calls its version; nil if it has no name for it.
        var version: String?
        let modified: Timestamp?
    }

    /// Fetches a file into its part.
    private func fetch(
        _ spot: RemoteSpot, from drive: any RemoteDrive, _ number: Int, _ store: Store
    ) throws -> Arrival {
        guard let entry = try drive.entry(at: spot.path) else { throw ToolError.notFound("There is no such file.") }
        guard !entry.isFolder else {
            throw ToolError.unreadable(
                "This is a folder. To see what is in it: fund ls \(spot.selector.quotedForShell)")
        }
        let (fetch, claim) = try begin(spot, in: store)
        let folder = store.folder(of: fund)
        guard (try? Files.isDirectory(folder)) == true else {
            throw ToolError.inputOutput("The folder of “\(fund.name)” is missing: \(folder)")
        }
        let place = "\(folder)/\(fetch.partName)"
        var part = try PartFile(place)
        if let finished = part.otherName(in: folder), isCurrent(finished, in: folder, entry) {
            return Arrival(fetch: fetch, claim: claim, part: part, name: finished, modified: entry.modified)
        }
        if part.hasOtherName { part = try PartFile(replacing: place) }
        var version = fetch.version
        let told = try RemoteFetch(spot.path, from: drive).run(
            into: part, version: version, listed: entry.size,
            note: { newVersion in
                let change = { try store.setVersion(newVersion, ofFetch: fetch.id) }
                // Nothing is added to bytes without a version. If a power failure brought back the version of other bytes, those
                // that follow would be added to them.
                if version == nil { try change() } else { try safely(in: store, change) }
                version = newVersion
            },
            progress: { progress.show($0, number) })
        return Arrival(
            fetch: fetch, claim: claim, part: part, version: version, modified: told.modified ?? entry.modified)
    }

    /// Changes the store, and waits until the change is on the disk.
    private func safely(in store: Store, _ change: () throws -> Void) throws {
        try store.writeSafely()
        try change()
        try store.writeFast()
    }

    /// Whether a file that an earlier process finished is still the one on the drive.
    private func isCurrent(_ name: String, in folder: String, _ entry: RemoteEntry) -> Bool {
        guard let file = Files.entry(name, in: folder), file.size == entry.size else { return false }
        return entry.modified.map { $0.seconds == Int64(file.modified) } ?? true
    }

    /// Takes a file for this process.
    private func begin(_ spot: RemoteSpot, in store: Store) throws -> (PendingFetch, Claim) {
        while true {
            let begun = try store.beginFetch(
                spot, into: fund, as: SafeFileName.of(spot.path.name, otherwise: "file"), at: clock())
            guard let claim = try Claim(begun, in: store) else {
                throw ToolError.busy("Another process is fetching this file into “\(fund.name)”.")
            }
            // The process that had the claim may just have finished.
            if let fetch = try store.fetch(id: begun.id) { return (fetch, claim) }
            claim.finish()
        }
    }

    /// Deletes what is left of fetches that nobody has gone on with, and of those that were killed after their end.
    private func removeLeftovers() throws {
        let store = try Store(root: root)
        let now = clock().seconds
        for fetch in try store.fetches() where now - fetch.begun.seconds > Self.keptDays * 86_400 {
            try store.discard(fetch)
        }
        try store.removeFinishedClaims { fetch in
            for fund in try store.funds() {
                try? Files.remove("\(store.folder(of: fund))/\(PendingFetch.partName(fetch))")
            }
        }
        Files.removeAbandonedDrafts(in: store.folder(of: fund))
    }
}

extension Store {
    /// Forgets a fetch and what has arrived, unless a process is busy with it.
    func discard(_ fetch: PendingFetch) throws {
        guard let claim = try Claim(fetch, in: self) else { return }
        if let fund = try fund(id: fetch.fund) { try? Files.remove("\(folder(of: fund))/\(fetch.partName)") }
        try removeFetch(fetch.id)
        claim.finish()
    }
}

/// The failures of several threads.
private final class Failures: Sendable {
    private let all = Mutex<[Int: ToolError]>([:])

    func add(_ error: ToolError, _ number: Int) { all.withLock { $0[number] = error } }

    var first: ToolError? { all.withLock { all in all.min { $0.key < $1.key }?.value } }
}
