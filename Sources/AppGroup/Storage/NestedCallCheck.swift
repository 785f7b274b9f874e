import AppGroupPlatform

/// Refuses a call of a storage that is made inside another call of the same storage, on the same thread. Without it, such a
/// call would wait forever for the one that it is part of.
struct NestedCallCheck: Sendable {
    /// The threads that are inside a call.
    private let callers = Exclusive<Set<Threads.Identity>>([])

    /// Runs one call of the storage.
    ///
    /// - Throws: What `body` throws; ``AppGroupError/Code/nestedCall`` if this thread is inside a call already.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let thread = Threads.current
        guard callers.withLock({ $0.insert(thread).inserted }) else {
            throw AppGroupError(
                .nestedCall,
                "The registry was called from inside one of its own reads or writes, which would wait for itself forever; use "
                    + "the reader or writer that the call hands out, or call the registry afterwards.")
        }
        defer { callers.withLock { _ = $0.remove(thread) } }
        return try body()
    }
}
