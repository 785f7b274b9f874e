#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Lets `fork` happen only while no other thread is inside a call.
///
/// A child made by `fork` has one thread. If another thread of the parent held a lock at that moment, here or inside SQLite, the
/// lock would stay taken in the child forever. So `fork` waits until each thread has left its call, and calls that begin in the
/// meantime wait for the `fork`. Calls that had to wait come before the next `fork`, so neither side can starve.
///
/// `posix_spawn` and programs that are replaced by `exec` are not affected.
package enum ForkGate {
    /// Takes effect from now on, instead of from the first call on.
    package static func install() { _ = state }

    /// Runs one call. Calls may contain other calls. Until it ends, `pthread_cancel` does not end the thread: no `defer` would
    /// run, so each lock would stay taken, and each later `fork` would wait for this call.
    package static func pass<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let cancelState = state.enter()
        defer { state.leave(restoring: cancelState) }
        return try body()
    }

    /// Runs a part of a call for which `fork` does not wait, because it may take long. The call must hold no lock
    /// in the meantime.
    package static func stepOut<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let depth = state.stepOut()
        defer { state.stepIn(to: depth) }
        return try body()
    }

    /// Closes the descriptor of a file lock in children that this process forks. A lock of `flock` belongs to the open file, which
    /// a child shares: if the parent was killed, it would stay locked for as long as the child lives.
    static func keepFromChildren(_ descriptor: Int32) { state.keepFromChildren(descriptor) }

    /// Ends ``keepFromChildren(_:)``. To be called before the descriptor is closed.
    static func forget(_ descriptor: Int32) { state.forget(descriptor) }

    private nonisolated(unsafe) static let state: ForkGateState = {
        let state = ForkGateState()
        pthread_atfork(
            { ForkGate.state.prepare() }, { ForkGate.state.afterInParent() }, { ForkGate.state.afterInChild() })
        return state
    }()
}

/// What a ``ForkGate`` counts, all of it under one mutex, which the forking thread holds while it forks.
private final class ForkGateState {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Holds how many calls of the current thread contain each other.
    private var depthKey = pthread_key_t()
    /// Threads that are inside a call.
    private var active = 0
    /// Threads that want to fork.
    private var forks = 0
    /// Threads whose call waits for a fork.
    private var waiting = 0
    /// How many of these come before the next fork.
    private var admitted = 0
    private var lockDescriptors: [Int32] = []
    /// Whether the forking thread could be cancelled before, as `pthread_setcancelstate` puts it.
    private var cancelStateBeforeFork: Int32 = 0

    init() {
        makeLocks()
        pthread_key_create(&depthKey, nil)
    }

    private func makeLocks() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(change, nil)
    }

    private var depth: Int {
        get { Int(bitPattern: pthread_getspecific(depthKey)) }
        set { pthread_setspecific(depthKey, UnsafeRawPointer(bitPattern: newValue)) }
    }

    /// - Returns: Whether the thread could be cancelled before, as `pthread_setcancelstate` puts it. Only that of the outermost
    ///   call means anything.
    func enter() -> Int32 {
        var cancelState: Int32 = 0
        if depth == 0 {
            cancelState = Self.forbidCancellation()
            beginActivity()
        }
        depth += 1
        return cancelState
    }

    private static func forbidCancellation() -> Int32 {
        var before: Int32 = 0
        pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), &before)
        return before
    }

    private func beginActivity() {
        pthread_mutex_lock(mutex)
        if forks > 0 { waitForFork() }
        active += 1
        pthread_mutex_unlock(mutex)
    }

    private func waitForFork() {
        waiting += 1
        while forks > 0, admitted == 0 { pthread_cond_wait(change, mutex) }
        waiting -= 1
        admitted = max(0, admitted - 1)
    }

    func leave(restoring cancelState: Int32) {
        depth -= 1
        guard depth == 0 else { return }
        endActivity()
        pthread_setcancelstate(cancelState, nil)
    }

    private func endActivity() {
        pthread_mutex_lock(mutex)
        active -= 1
        if forks > 0 { pthread_cond_broadcast(change) }
        pthread_mutex_unlock(mutex)
    }

    /// - Returns: How many calls of the thread contain each other, for ``stepIn(to:)``.
    func stepOut() -> Int {
        let inner = depth
        if inner > 0 {
            depth = 0
            endActivity()
        }
        return inner
    }

    func stepIn(to inner: Int) {
        guard inner > 0 else { return }
        beginActivity()
        depth = inner
    }

    func keepFromChildren(_ descriptor: Int32) {
        pthread_mutex_lock(mutex)
        lockDescriptors.append(descriptor)
        pthread_mutex_unlock(mutex)
    }

    func forget(_ descriptor: Int32) {
        pthread_mutex_lock(mutex)
        if let index = lockDescriptors.lastIndex(of: descriptor) { lockDescriptors.remove(at: index) }
        pthread_mutex_unlock(mutex)
    }

    // MARK: - Around fork

    /// 1 if the forking thread is itself inside a call.
    private var own: Int { depth > 0 ? 1 : 0 }

    func prepare() {
        let cancelState = Self.forbidCancellation()
        pthread_mutex_lock(mutex)
        forks += 1
        while active > own || admitted > 0 { pthread_cond_wait(change, mutex) }
        cancelStateBeforeFork = cancelState
    }

    func afterInParent() {
        forks -= 1
        admitted = waiting
        pthread_cond_broadcast(change)
        let cancelState = cancelStateBeforeFork
        pthread_mutex_unlock(mutex)
        pthread_setcancelstate(cancelState, nil)
    }

    func afterInChild() {
        // The threads that waited are gone, and a condition with waiters cannot be used again.
        makeLocks()
        (active, forks, waiting, admitted) = (own, 0, 0, 0)
        for descriptor in lockDescriptors { close(descriptor) }
        lockDescriptors = []
        pthread_setcancelstate(cancelStateBeforeFork, nil)
    }
}
