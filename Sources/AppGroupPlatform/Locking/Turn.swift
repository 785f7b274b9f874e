#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Lets one thread at a time do something. The others wait in order, urgent ones first, each for as long as it is willing to.
///
/// Every access to the state holds the mutex. Hence `@unchecked`.
package final class Turn: @unchecked Sendable {
    private typealias Condition = UnsafeMutablePointer<pthread_cond_t>

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var isTaken = false
    /// Whether the current turn is, or the last one was, that of an urgent thread.
    private var wasUrgent = false
    /// The threads that wait, the first one first. Each has a condition of its own, so that no other one is woken.
    private var waiting: [Condition] = []

    package init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits for the turn of this thread.
    ///
    /// - Parameter isUrgent: Whether it goes ahead of waiting threads. Right after an urgent turn, the first waiting thread goes
    ///   ahead of it, so that a stream of urgent threads can't starve the others.
    /// - Returns: Whether it came before patience ended. If so, ``end()`` must follow.
    package func take(patience: Duration, isUrgent: Bool = false) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if isTaken || !waiting.isEmpty {
            let place = isUrgent ? min(wasUrgent ? 1 : 0, waiting.count) : waiting.count
            guard patience > .zero, wait(at: place, nanoseconds: patience.nanosecondsToWait) else { return false }
        }
        (isTaken, wasUrgent) = (true, isUrgent)
        return true
    }

    /// Lets the next thread have its turn.
    package func end() {
        pthread_mutex_lock(mutex)
        isTaken = false
        wakeFirst()
        pthread_mutex_unlock(mutex)
    }

    /// How many threads wait.
    package var length: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return waiting.count
    }

    private func wait(at place: Int, nanoseconds: Int64) -> Bool {
        let change = Self.makeCondition()
        waiting.insert(change, at: place)
        let hasCome = comes(change, nanoseconds: nanoseconds)
        waiting.removeAll { $0 == change }
        // The next one may have been waiting for this thread alone.
        if !hasCome, !isTaken { wakeFirst() }
        pthread_cond_destroy(change)
        change.deallocate()
        return hasCome
    }

    private func comes(_ change: Condition, nanoseconds: Int64) -> Bool {
        // In two halves: if the process stood still, the thread whose turn it is did, too, and only one half has passed.
        for _ in 0..<2 {
            let deadline = SystemClock.monotonicNanoseconds() + nanoseconds / 2
            repeat {
                if !isTaken, waiting.first == change { return true }
            } while sleep(change, until: deadline)
        }
        return false
    }

    private func wakeFirst() {
        if let first = waiting.first { pthread_cond_signal(first) }
    }

    private static func makeCondition() -> Condition {
        let change = Condition.allocate(capacity: 1)
        #if canImport(Darwin)
        pthread_cond_init(change, nil)
        #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(change, &attributes)
        pthread_condattr_destroy(&attributes)
        #endif
        return change
    }

    /// - Returns: Whether something may have changed before that moment of the monotonic clock.
    private func sleep(_ change: Condition, until deadline: Int64) -> Bool {
        #if canImport(Darwin)
        let nanoseconds = max(0, deadline - SystemClock.monotonicNanoseconds())
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        return pthread_cond_timedwait_relative_np(change, mutex, &time) != ETIMEDOUT
        #else
        var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        return pthread_cond_timedwait(change, mutex, &time) != ETIMEDOUT
        #endif
    }
}
