import AppGroup
import Synchronization

/// How often each of many may do something: so often at once, and then once in an interval.
///
/// Only those are remembered who did it lately, and never more than ``capacity``: beyond it, those who did it least are
/// forgotten first, which errs in their favour.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    private let buckets = Mutex<[Key: Bucket]>([:])
    private let burst: Double
    /// Milliseconds.
    private let interval: Double
    private let capacity: Int

    /// - Parameters:
    ///   - burst: How often at once; at least 1.
    ///   - interval: After how many seconds once more; above 0.
    ///   - capacity: How many are remembered.
    init(burst: Int, interval: Double, capacity: Int = 16_384) {
        self.burst = Double(max(1, burst))
        self.interval = max(interval, 0.001) * 1000
        self.capacity = max(2, capacity)
    }

    /// Takes one token; where there is none, answers how many seconds it takes until there is.
    func take(_ key: Key, at now: Timestamp) -> Int? {
        buckets.withLock { buckets in
            if buckets.count >= capacity, buckets[key] == nil { forgetSome(of: &buckets, at: now) }
            var bucket = Bucket(tokens: buckets[key].map { tokens(in: $0, at: now) } ?? burst, filled: now)
            defer { buckets[key] = bucket }
            guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) * interval / 1000).rounded(.up)) }
            bucket.tokens -= 1
            return nil
        }
    }

    /// Gives back what was taken for something that needed no limit after all.
    func giveBack(_ key: Key) {
        buckets.withLock { buckets in
            guard let bucket = buckets[key] else { return }
            buckets[key]?.tokens = min(burst, bucket.tokens + 1)
        }
    }

    /// How many are remembered.
    var count: Int { buckets.withLock { $0.count } }

    private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
        let elapsed = Double(max(0, now.milliseconds - bucket.filled.milliseconds))
        return min(burst, bucket.tokens + elapsed / interval)
    }

    /// Forgets the fuller half, so that this costs little for each who comes.
    private func forgetSome(of buckets: inout [Key: Bucket], at now: Timestamp) {
        let fullest = buckets.map { (key: $0.key, tokens: tokens(in: $0.value, at: now)) }
            .sorted { $0.tokens > $1.tokens }.prefix(buckets.count / 2)
        for (key, _) in fullest { buckets[key] = nil }
    }
}
