import AppGroupPlatform

/// What every call of a storage runs in. It refuses a call that is made inside another call of the same storage, on the same
/// thread, which would wait forever for the one that it is part of. It also keeps `fork` from happening in the middle of a call.
struct CallCheck: Sendable {
    /// The threads that are inside a call.
    private let callers = Exclusive<Set<Threads.Identity>>([])

    init() { ForkGate.install() }

    /// Runs one call of the storage.
    ///
    /// - Throws: What `body` throws; ``AppGroupError/Code/nestedCall`` if this thread is inside a call already.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        try ForkGate.pass {
            let thread = Threads.current
            guard callers.withLock({ $0.insert(thread).inserted }) else {
                throw AppGroupError(
                    .nestedCall,
                    "The registry was called from inside one of its own reads or writes, which would wait for itself forever; "
                        + "use the reader or writer that the call hands out, or call the registry afterwards.")
            }
            defer { callers.withLock { _ = $0.remove(thread) } }
            return try body()
        }
    }
}
