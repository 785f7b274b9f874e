import Accounts
import Serving

/// Takes the changes of devices, and hands out what others have changed.
struct Syncing: Sendable {
    let store: FundStore
    let limits: AccountLimits

    /// Checks changes, and makes those that keep the rules, in one transaction.
    func apply(
        _ changes: [SyncChange], of user: AccountID
    ) async throws -> (outcomes: [SyncOutcome], history: String) {
        var encoded: [FundStore.EncodedChange] = []
        encoded.reserveCapacity(changes.count)
        for change in changes {
            do throws(ServiceError) {
                try change.content?.check(for: change.id)
            } catch {
                let refusal = SyncOutcome.refused(code: error.code.name, message: error.description)
                encoded.append(FundStore.EncodedChange(change: change, content: nil, refusal: refusal))
                continue
            }
            let content = try change.content.map { try JSON.encode($0) }
            encoded.append(FundStore.EncodedChange(change: change, content: content, refusal: nil))
        }
        return try await store.apply(encoded, of: user, limits: limits)
    }
}
