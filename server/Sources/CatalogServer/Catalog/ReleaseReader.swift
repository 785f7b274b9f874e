import Accounts
import AppGroup
import Synchronization

/// Keeps all releases in memory. They are read once; after that, only the packages that changed are read again, and callers who ask
/// at the same time wait for one reading.
final class ReleaseReader: Sendable {
    /// A reading under way.
    private struct Reading {
        let number: Int
        /// What was known when it began.
        let since: Generation
        /// `nil` for all of them.
        let packages: Set<AppID>?
        let task: Task<[Release], any Error>
    }

    private struct State {
        var generation: Generation
        var shelf: ReleaseShelf?
        /// The packages that changed since the shelf was read.
        var outdated: Set<AppID> = []
        var reading: Reading?
        var readingCount = 0
    }

    private enum Found {
        case shelf(ReleaseShelf)
        case reading(Reading)
    }

    private let store: any ReleaseStore
    private let notifier: ChangeNotifier<Changes>
    private let numbers: PackageNumbers
    private let room: PieceRoom
    private let state: Mutex<State>

    /// - Parameters:
    ///   - numbers: The numbers of packages in this process.
    ///   - room: For what catalogs show of the releases.
    init(store: any ReleaseStore, changes notifier: ChangeNotifier<Changes>, numbers: PackageNumbers, room: PieceRoom) {
        self.store = store
        self.notifier = notifier
        self.numbers = numbers
        self.room = room
        state = Mutex(State(generation: notifier.current))
    }

    /// What the releases and their pieces take; a miss is a reading of all or some of the releases.
    var usage: CacheUsage {
        state.withLock { state in
            CacheUsage(
                cache: "releases", bytes: (state.shelf?.cost ?? 0) + room.takenBytes, misses: state.readingCount)
        }
    }

    /// All releases, none of them older than a change that this process knows of.
    func shelf() async throws -> ReleaseShelf {
        while true {
            switch state.withLock({ find(&$0) }) {
            case .shelf(let shelf): return shelf
            case .reading(let reading):
                let result = await reading.task.result
                state.withLock { take(result, of: reading, &$0) }
                _ = try result.get()
            }
        }
    }

    private func find(_ state: inout State) -> Found {
        let (changes, through) = notifier.changes(after: state.generation)
        state.generation = through
        state.outdated.formUnion(changes.packages)
        if changes.isUnknown { state.shelf = nil }
        if let shelf = state.shelf, state.outdated.isEmpty { return .shelf(shelf) }
        if let reading = state.reading { return .reading(reading) }
        let packages = state.shelf == nil ? nil : state.outdated
        state.readingCount += 1
        let reading = Reading(
            number: state.readingCount, since: through, packages: packages,
            task: Task { [store] in
                if let packages { try await store.releases(of: packages) } else { try await store.releases() }
            })
        state.reading = reading
        return .reading(reading)
    }

    /// Keeps what was read. ``find(_:)`` finds and reads again what has changed since the reading began.
    private func take(_ result: Result<[Release], any Error>, of reading: Reading, _ state: inout State) {
        guard state.reading?.number == reading.number else { return }
        state.reading = nil
        guard case .success(let releases) = result else { return }
        if let packages = reading.packages {
            guard let shelf = state.shelf else { return }
            state.shelf = shelf.replacing(packages, with: releases)
        } else {
            state.shelf = ReleaseShelf(releases, numbers: numbers, room: room)
        }
        state.generation = reading.since
        state.outdated = []
    }
}
