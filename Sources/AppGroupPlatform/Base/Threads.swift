#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Threads for what would block one of Swift's own.
package enum Threads {
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

    /// Runs `body` on a new detached thread.
    ///
    /// - Returns: Whether the system had one to give.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 << 10)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                #if canImport(Darwin)
                let pointer = argument
                #else
                let pointer = argument!
                #endif
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if code != 0 { work.release() }
        return code == 0
    }
}
