public import AppGroup
import Synchronization

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

    /// Takes one token.
    ///
    /// - Returns: `nil`, or the seconds until there is a token if there is none.
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
