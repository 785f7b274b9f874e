public import AppGroup

extension Registry {
    /// Ticks once at the start, and then whenever the family may look different; for whoever draws all of it each time.
    ///
    /// Ticks that nobody has time for become one. Whoever pauses after each drawing therefore draws the last change, but an
    /// app that registers and unregisters in a loop no more often than that.
    public var ticks: AsyncStream<Void> { Self.ticks(of: [self]) }

    /// The ticks of several families.
    package static func ticks(of families: [Registry]) -> AsyncStream<Void> {
        let subscriptions = families.map(\.changes)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield()
            let tasks = subscriptions.map { changes in
                Task {
                    for await _ in changes { continuation.yield() }
                }
            }
            continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        }
    }
}
