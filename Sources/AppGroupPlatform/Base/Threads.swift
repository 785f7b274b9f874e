#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// Threads for what would block one of Swift's own.
public enum Threads {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// What tells the threads of this process apart while they live.
    package typealias Identity = UInt

    /// The calling thread.
    package static var current: Identity {
        #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
        #else
        pthread_self()
        #endif
    }

    /// Runs `body` for each number below `count`, several at a time, and waits for all of them.
    ///
    /// - Parameter limit: How many run at the same time at most.
    public static func run(_ count: Int, atMost limit: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let next = Atomic(0)
        let work: @Sendable () -> Void = {
            while case let number = next.wrappingAdd(1, ordering: .relaxed).oldValue, number < count { body(number) }
        }
        // Fewer if the system has no more to give: this thread alone would do.
        let others = (1..<max(1, min(limit, count))).compactMap { _ in create(with: nil, work) }
        work()
        for thread in others { pthread_join(thread, nil) }
    }

    /// Runs `body` on a new detached thread.
    ///
    /// - Returns: Whether the system had one to give.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 << 10)
        return create(with: &attributes, body) != nil
    }

    private static func create(
        with attributes: UnsafePointer<pthread_attr_t>?, _ body: @escaping @Sendable () -> Void
    ) -> pthread_t? {
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, attributes,
            { argument in
                #if canImport(Darwin)
                let pointer = argument
                #else
                let pointer = argument!
                #endif
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return nil
        }
        return thread
    }
}
