#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// State that one thread at a time may use.
///
/// The closure of `Mutex` of Synchronization can use nothing that is bound to the caller's task, so it cannot pass the state on
/// to a closure of the caller. Hence `@unchecked`: every access goes through `withLock`.
package final class Exclusive<State: ~Copyable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @usableFromInline var state: State

    package init(_ state: consuming State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` as the only one that uses the state. Inlinable, so that other modules specialize it.
    @inlinable
    package func withLock<Result, Failure>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&state)
    }

    @usableFromInline func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
}

extension Exclusive: CustomReflectable where State: ~Copyable {
    /// Nothing: reflection copies what it shows, and traps on values that cannot be copied.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
