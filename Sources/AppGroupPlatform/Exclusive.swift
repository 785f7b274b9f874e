#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// State that one thread at a time may use.
///
/// `Mutex` of Synchronization lets nothing pass through its closure that is bound to the caller's task, and so cannot hold
/// what a caller's own closure is to work with. Hence `@unchecked`: every access goes through `withLock`.
final class Exclusive<State: ~Copyable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: consuming State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result, Failure>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}

extension Exclusive: CustomReflectable where State: ~Copyable {
    /// Nothing: reflection copies what it shows, and stops the program at what cannot be copied.
    var customMirror: Mirror { Mirror(self, children: []) }
}
