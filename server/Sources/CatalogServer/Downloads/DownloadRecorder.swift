import Accounts
import AppGroup
import Serving
import Synchronization

/// Records in the audit log who downloads a release or makes links to it: the first time in an hour, however often they ask. Otherwise,
/// a user could fill the disk with entries.
///
/// This server remembers in memory what it recorded, so a restart begins a new hour, and each of several servers has its own.
final class DownloadRecorder: Sendable {
    private struct Fact: Hashable {
        let action: AuditAction
        let user: User.ID
        let release: Release.ID
    }

    private let log: any AuditStore
    private let recorded = Mutex<[Fact: Timestamp]>([:])

    /// In seconds.
    private static let hour: Int64 = 3600
    /// How many facts are remembered: more than one user has in an hour with all releases of the largest catalog.
    private static let most = 1 << 18

    init(log: any AuditStore) { self.log = log }

    /// Records what a user does with a release, unless this server did so less than an hour ago.
    func record(
        _ action: AuditAction, _ release: Release, for user: User.ID, by who: Attribution
    ) async throws {
        let fact = Fact(action: action, user: user, release: release.id)
        guard isNew(fact, at: who.moment) else { return }
        do {
            try await log.record(action, release.contents.label, by: who)
        } catch {
            recorded.withLock { $0[fact] = nil }
            throw error
        }
    }

    /// Whether a fact has not been recorded for an hour. From now on, it counts as recorded.
    private func isNew(_ fact: Fact, at moment: Timestamp) -> Bool {
        func isFresh(_ earlier: Timestamp) -> Bool { 0..<Self.hour ~= moment.seconds - earlier.seconds }
        return recorded.withLock { recorded in
            if let earlier = recorded[fact], isFresh(earlier) { return false }
            if recorded.count >= Self.most {
                recorded = recorded.filter { isFresh($0.value) }
                // To search all of them again soon would cost more than a few entries twice.
                if recorded.count > Self.most / 2 { recorded = [:] }
            }
            recorded[fact] = moment
            return true
        }
    }
}
