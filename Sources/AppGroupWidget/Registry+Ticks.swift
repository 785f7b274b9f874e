public import AppGroup

extension Registry {
    /// Ticks once at the start, and then whenever the family may look different; for whoever draws all of it each time.
    ///
    /// Ticks that nobody has time for become one. Whoever pauses after each drawing therefore draws the last change, but an
    /// app that registers and unregisters in a loop no more often than that.
    public var ticks: AsyncStream<Void> {
        let changes = changes
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield()
            let task = Task {
                for await _ in changes { continuation.yield() }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
