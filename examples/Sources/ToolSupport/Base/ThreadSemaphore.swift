import CToolSupport

/// A counting semaphore: lets a limited number of threads at a time do something, while the others wait for their turn.
///
/// Its number is used only under its mutex, hence `@unchecked`.
public final class ThreadSemaphore: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var free: Int

    /// - Parameter count: How many threads at a time; at least 1.
    public init(_ count: Int) {
        free = max(1, count)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(change, nil)
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    /// Runs a closure when it is the turn of this thread.
    public func take<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        while free == 0 { pthread_cond_wait(change, mutex) }
        free -= 1
        pthread_mutex_unlock(mutex)
        defer {
            pthread_mutex_lock(mutex)
            free += 1
            pthread_cond_signal(change)
            pthread_mutex_unlock(mutex)
        }
        return try body()
    }
}
