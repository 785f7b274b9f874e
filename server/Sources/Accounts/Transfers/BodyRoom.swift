import Serving
import Synchronization

/// The memory for large bodies that are held completely: of each account, and of all together.
public final class BodyRoom: Sendable {
    private let held = Mutex<[AccountID: Int]>([:])
    private let most: Int
    private let mostOfAccount: Int

    /// - Parameters:
    ///   - most: For all accounts together, in bytes.
    ///   - mostOfAccount: For one account, in bytes; at least as much as one body may have.
    public init(most: Int = 256 << 20, mostOfAccount: Int = 16 << 20) {
        self.most = most
        self.mostOfAccount = mostOfAccount
    }

    /// Runs `body`, which holds this many bytes.
    ///
    /// - Throws: `overloaded` if there is no room for them.
    public func holding<Value: Sendable>(
        _ bytes: Int, of user: AccountID, _ body: () async throws -> Value
    ) async throws -> Value {
        let hasRoom = held.withLock { held in
            let own = held[user, default: 0] + bytes
            guard own <= mostOfAccount, held.values.reduce(bytes, +) <= most else { return false }
            held[user] = own
            return true
        }
        guard hasRoom else {
            throw ServiceError(.overloaded, "Too many large requests arrive at once; try again.", retryAfter: 5)
        }
        defer {
            held.withLock { held in
                let rest = held[user, default: 0] - bytes
                held[user] = rest > 0 ? rest : nil
            }
        }
        return try await body()
    }
}
