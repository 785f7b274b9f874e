public import AppGroupPlatform
import NIOPosix
import Serving
import Synchronization

/// Hashes and checks passwords on threads of its own, a few at once: each takes 128 MiB for about 0.3 s, and a thousand at once
/// would overwhelm the machine.
///
/// If too many are waiting already, further ones are refused. So logins never take more than `width` × 128 MiB of memory,
/// whatever clients send.
public final class PasswordHasher: Sendable {
    let cost: ScryptCost
    private let longestQueue: Int
    private let threads: NIOThreadPool
    private let waiting = Mutex(0)
    private let checks = Mutex(0)

    /// - Parameters:
    ///   - cost: The cost of new hashes.
    ///   - width: How many hashes are computed at once.
    ///   - longestQueue: How many callers may wait.
    public init(cost: ScryptCost = .recommended, width: Int = 2, longestQueue: Int = 32) {
        self.cost = cost
        self.longestQueue = longestQueue + width
        threads = NIOThreadPool(numberOfThreads: width)
        threads.start()
    }

    /// How many checks there were, including those for unknown users.
    public var checkCount: Int { checks.withLock { $0 } }

    /// Hashes a new password.
    ///
    /// - Throws: `overloaded` if too many are waiting.
    public func hash(_ password: Password) async throws -> PasswordHash {
        try await run { [cost] in try PasswordHash(of: password, cost: cost) }
    }

    /// Whether the password is right. Without a stored hash, the answer is false and costs the same.
    public func check(_ password: Password, against stored: PasswordHash?) async throws -> Bool {
        let hash = stored ?? .unmatched(cost: cost)
        let matches = try await run { [self] in
            checks.withLock { $0 += 1 }
            return try hash.matches(password)
        }
        return matches && stored != nil
    }

    /// Whether a hash has another cost than new ones, and should be replaced while the password is at hand.
    public func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost != cost }

    /// Ends the threads.
    public func shutDown() async { try? await threads.shutdownGracefully() }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isAccepted = waiting.withLock { waiting in
            guard waiting < longestQueue else { return false }
            waiting += 1
            return true
        }
        guard isAccepted else {
            throw ServiceError(
                .overloaded, "Too many users are logging in right now; try again in a few seconds.", retryAfter: 5)
        }
        defer { waiting.withLock { $0 -= 1 } }
        return try await threads.runIfActive(work)
    }
}

extension PasswordHasher {
    /// Hashes new passwords at the recommended cost. A debug build takes another logarithm from `TEST_PASSWORD_COST`, if it is set:
    /// otherwise a fifth of the time of the servers' tests would go into passwords.
    public convenience init(_ environment: ProcessEnvironment, width: Int = 2) {
        #if DEBUG
        let logarithm = environment["TEST_PASSWORD_COST"].flatMap { Int($0) }
        let cost = logarithm.flatMap { ScryptCost(logarithm: $0, blockSize: 8, parallelism: 1) }
        self.init(cost: cost ?? .recommended, width: width)
        #else
        self.init(width: width)
        #endif
    }
}
