/// Does something after each interval, until the task is canceled. A service runs it in `cancelWhenGracefulShutdown`, so that
/// it ends with the server.
///
/// - Parameters:
///   - interval: How long to wait after each time.
///   - atOnce: Whether to begin without a wait.
///   - body: What to do. An error that it throws ends the repetition; ``OutageLog/attempt(_:)`` logs it instead.
public func repeating(
    every interval: Duration, atOnce: Bool = true, _ body: () async throws -> Void
) async rethrows {
    if !atOnce {
        // It throws only if the task is canceled.
        try? await Task.sleep(for: interval)
    }
    while !Task.isCancelled {
        try await body()
        try? await Task.sleep(for: interval)
    }
}
