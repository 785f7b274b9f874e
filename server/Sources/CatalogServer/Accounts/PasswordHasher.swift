import NIOPosix
import Synchronization

/// Hashes and checks passwords on threads of its own, few at once: each takes 128 MiB for some 0.3 s, and a thousand at once
/// would take the machine.
///
/// Who comes when too many wait already is told to come again. So the memory that logins take is bounded whatever is sent:
/// ``width`` × 128 MiB.
final class PasswordHasher: Sendable {
    private let cost: ScryptCost
    private let longestQueue: Int
    private let threads: NIOThreadPool
    private let waiting = Mutex(0)
    private let checks = Mutex(0)

    /// - Parameters:
    ///   - cost: What new hashes cost.
    ///   - width: How many are computed at once.
    ///   - longestQueue: How many may wait.
    init(cost: ScryptCost = .recommended, width: Int = 2, longestQueue: Int = 32) {
        self.cost = cost
        self.longestQueue = longestQueue + width
        threads = NIOThreadPool(numberOfThreads: width)
        threads.start()
    }

    /// How many checks there were, whoever they were for.
    var checkCount: Int { checks.withLock { $0 } }

    func hash(_ password: Password) async throws -> PasswordHash {
        try await run { [cost] in try PasswordHash(of: password, cost: cost) }
    }

    /// Whether the password is the one. Where there is none to compare with, it costs the same and is false.
    func check(_ password: Password, against stored: PasswordHash?) async throws -> Bool {
        let hash = stored ?? .unmatched(cost: cost)
        let matches = try await run { [self] in
            checks.withLock { $0 += 1 }
            return try hash.matches(password)
        }
        return matches && stored != nil
    }

    /// Whether a hash costs less than new ones do, and is better made anew while the password is at hand.
    func isOutdated(_ hash: PasswordHash) -> Bool { hash.cost != cost }

    func shutDown() async { try? await threads.shutdownGracefully() }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isWelcome = waiting.withLock { waiting in
            guard waiting < longestQueue else { return false }
            waiting += 1
            return true
        }
        guard isWelcome else {
            throw ServiceError(
                .overloaded, "Too many are logging in at this moment; try again in a few seconds.", retryAfter: 5)
        }
        defer { waiting.withLock { $0 -= 1 } }
        return try await threads.runIfActive(work)
    }
}
