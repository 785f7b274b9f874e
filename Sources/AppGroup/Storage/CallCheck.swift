import AppGroupPlatform

/// What every call of a storage runs in. It refuses a call that is made inside another call of the same storage, on the same
/// thread, which would wait forever for the one that it is part of. It also keeps `fork` from happening in the middle of a call.
struct CallCheck: Sendable {
    /// The threads that are inside a call: few, so a list finds one as fast as a set, and costs a start nothing.
    private let callers = Exclusive<[Threads.Identity]>([])

    init() { ForkGate.install() }

    /// Runs one call of the storage.
    ///
    /// - Throws: What `body` throws; ``AppGroupError/Code/nestedCall`` if this thread is inside a call already.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        try ForkGate.pass {
            let thread = Threads.current
            let isNested = callers.withLock { callers in
                if callers.contains(thread) { return true }
                callers.append(thread)
                return false
            }
            guard !isNested else {
                throw AppGroupError(
                    .nestedCall,
                    "The registry was called from inside one of its own reads or writes, which would wait for itself forever; "
                        + "use the reader or writer that the call hands out, or call the registry afterwards.")
            }
            defer { callers.withLock { callers in callers.removeAll { $0 == thread } } }
            return try body()
        }
    }
}
