import Accounts
import AppGroup
import Logging
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
    /// Records of downloads that are being written. Their errors are logged, so none is left to report.
    private let writing = SharedWork<Fact, Void> { _, _ in }

    /// How long a download waits until it is recorded.
    private static let patience = Duration.seconds(1)

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
        if isNew(fact, at: who.moment) { try await write(fact, release, by: who) }
    }

    /// Records a download in the same way. It may begin if that fails or takes long: a database whose standby is away holds
    /// back changes, but not downloads.
    func recordDownload(of release: Release, for user: User.ID, by who: Attribution, _ logger: Logger) async {
        let fact = Fact(action: .download, user: user, release: release.id)
        guard isNew(fact, at: who.moment) else { return }
        // It throws only if the download was canceled. What is being written is written nevertheless.
        _ = try? await writing.value(of: fact, within: Self.patience) { [self] in
            do {
                try await write(fact, release, by: who)
            } catch {
                logger.error("A download is missing from the audit log", metadata: ["error": "\(error)"])
            }
        }
    }

    private func write(_ fact: Fact, _ release: Release, by who: Attribution) async throws {
        do {
            try await log.record(fact.action, release.contents.label, by: who)
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
