import AppGroup
import ToolProgram

/// Why the mail of an account could not be fetched.
struct MailFailure: Sendable {
    /// The address of the account.
    let account: String
    let error: ToolError
    /// Whether the server has refused the user or the password.
    var isLoginRefused = false
}

/// Lets accounts that have failed rest, so that `watch` neither waits for a dead server in each round nor sends a wrong password again
/// and again.
struct MailRests {
    private var rests: [Int64: Rest] = [:]

    private struct Rest {
        let account: MailAccount
        let end: Timestamp
        /// In seconds.
        let length: Int64
        let failure: String
    }

    /// The first rest, in seconds, and the longest one, which a refused login also gets. In between, each rest is twice as long as
    /// the one before.
    private static let lengths: (first: Int64, longest: Int64) = (5 * 60, 60 * 60)

    /// Why accounts rest.
    var failures: [String] { rests.values.map(\.failure) }

    /// The accounts that may be asked. One that rests may be asked at once if it was changed.
    func awake(_ accounts: [MailAccount], at now: Timestamp) -> [MailAccount] {
        accounts.filter { account in
            guard let rest = rests[account.id], rest.account == account else { return true }
            // A clock that was set back would otherwise make the rest longer.
            return rest.end <= now || rest.end.seconds - now.seconds > rest.length
        }
    }

    /// Notes how asking accounts has ended.
    ///
    /// - Parameters:
    ///   - asked: The accounts that were asked.
    ///   - all: All accounts. One that is no longer among them no longer rests.
    ///   - start: When the round began that asked them. Rests count from then on, so the round that begins when a rest is over
    ///     asks the account again.
    mutating func note(
        _ failures: [MailFailure], of asked: [MailAccount], among all: [MailAccount], from start: Timestamp
    ) {
        let before = rests
        for account in asked { rests[account.id] = nil }
        rests = rests.filter { rest in all.contains { $0.id == rest.key } }
        for failure in failures {
            guard let account = asked.first(where: { $0.address == failure.account }) else { continue }
            let last = before[account.id]?.length
            let length =
                failure.isLoginRefused
                ? Self.lengths.longest : min(last.map { $0 * 2 } ?? Self.lengths.first, Self.lengths.longest)
            rests[account.id] = Rest(
                account: account, end: Timestamp(seconds: start.seconds + length), length: length,
                failure: "\(failure.account): \(failure.error)")
        }
    }
}
