public import AppGroup
public import Serving
import Synchronization

/// Limits how often a password may be tried, from one address and for one name, whether or not there is such a user.
///
/// An attempt is taken before the password is checked, so that simultaneous attempts all count, and given back if the password was
/// right.
public protocol AttemptLimits: Sendable {
    /// Throws `tooManyAttempts` if a limit is reached.
    func takeAttempt(for name: String?, from address: ClientAddress?, at now: Timestamp) async throws
    /// Gives back an attempt with the right password.
    func giveBackAttempt(for name: String?, from address: ClientAddress?) async
}

/// How often something may be tried: a number of times in a row, and after that once per interval.
public struct AttemptRate: Hashable, Sendable {
    /// How many times in a row; at least 1.
    public let burst: Int
    /// Seconds until one more time is allowed; above 0.
    public let interval: Double

    /// A number of attempts in a row, and then one per `interval` seconds.
    public init(burst: Int, interval: Double) { (self.burst, self.interval) = (burst, interval) }
}

/// The limits of a server that is the only one, kept in its memory.
public final class LoginLimits: AttemptLimits {
    /// Wrong passwords from one address.
    public let addressRate: AttemptRate
    /// Wrong passwords for one name.
    public let nameRate: AttemptRate
    private let addresses: TokenBuckets<ArraySlice<UInt8>>
    private let names: TokenBuckets<String>

    /// - Parameters:
    ///   - addressBurst: Wrong passwords in a row from one address; after that, one every `addressInterval` seconds.
    ///   - nameBurst: Wrong passwords in a row for one name; after that, one every `nameInterval` seconds.
    public init(addressBurst: Int = 20, addressInterval: Double = 6, nameBurst: Int = 10, nameInterval: Double = 30) {
        addressRate = AttemptRate(burst: addressBurst, interval: addressInterval)
        nameRate = AttemptRate(burst: nameBurst, interval: nameInterval)
        addresses = TokenBuckets(burst: addressBurst, interval: addressInterval)
        names = TokenBuckets(burst: nameBurst, interval: nameInterval)
    }

    /// Throws `tooManyAttempts` if a limit is reached.
    public func takeAttempt(for name: String?, from address: ClientAddress?, at now: Timestamp) throws(ServiceError) {
        if let address, let wait = addresses.take(address.subscriber, at: now) {
            throw Self.refusal("from your address", wait)
        }
        if let name, let wait = names.take(name, at: now) {
            // No password was tried, so another user at this address may still try one.
            if let address { addresses.giveBack(address.subscriber) }
            throw Self.refusal("for this user", wait)
        }
    }

    /// Gives back an attempt with the right password.
    public func giveBackAttempt(for name: String?, from address: ClientAddress?) {
        if let address { addresses.giveBack(address.subscriber) }
        if let name { names.giveBack(name) }
    }

    /// The answer to an attempt beyond a limit.
    ///
    /// - Parameter wait: The seconds until the next attempt is allowed.
    public static func refusal(_ origin: String, _ wait: Int) -> ServiceError {
        ServiceError(
            .tooManyAttempts, "There were too many login attempts \(origin); try again in \(wait) s.", retryAfter: wait)
    }
}

/// Token buckets: each key may do something a number of times at once, and after that once per interval.
///
/// Only recent keys are remembered, and never more than ``capacity``. Beyond that, the fullest buckets are forgotten first, which
/// errs in favor of the keys.
public final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    private let buckets = Mutex<[Key: Bucket]>([:])
    private let burst: Double
    /// In milliseconds.
    private let interval: Double
    private let capacity: Int

    /// - Parameters:
    ///   - burst: How many times at once; at least 1.
    ///   - interval: Seconds until one more time is allowed; above 0.
    ///   - capacity: How many keys are remembered.
    public init(burst: Int, interval: Double, capacity: Int = 16_384) {
        self.burst = Double(max(1, burst))
        self.interval = max(interval, 0.001) * 1000
        self.capacity = max(2, capacity)
    }

    /// Takes one token. - Returns: `nil`, or the seconds until there is a token if there is none.
    public func take(_ key: Key, at now: Timestamp) -> Int? {
        buckets.withLock { buckets in
            if buckets.count >= capacity, buckets[key] == nil { forgetSome(of: &buckets, at: now) }
            var bucket = Bucket(tokens: buckets[key].map { tokens(in: $0, at: now) } ?? burst, filled: now)
            defer { buckets[key] = bucket }
            guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) * interval / 1000).rounded(.up)) }
            bucket.tokens -= 1
            return nil
        }
    }

    /// Returns the token of an attempt that turned out not to count.
    public func giveBack(_ key: Key) {
        buckets.withLock { buckets in
            guard let bucket = buckets[key] else { return }
            buckets[key]?.tokens = min(burst, bucket.tokens + 1)
        }
    }

    /// How many keys are remembered.
    public var count: Int { buckets.withLock { $0.count } }

    private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
        let elapsed = Double(max(0, now.milliseconds - bucket.filled.milliseconds))
        return min(burst, bucket.tokens + elapsed / interval)
    }

    /// Forgets the fuller half at once, so that the cost per key stays small.
    private func forgetSome(of buckets: inout [Key: Bucket], at now: Timestamp) {
        let fullest = buckets.map { (key: $0.key, tokens: tokens(in: $0.value, at: now)) }
            .sorted { $0.tokens > $1.tokens }.prefix(buckets.count / 2)
        for (key, _) in fullest { buckets[key] = nil }
    }
}
