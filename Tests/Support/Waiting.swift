import Foundation

extension Duration {
    /// How long a test waits for something that must happen. It is long, since hundreds of tests share a few threads; a test
    /// that waits in vain has failed anyway.
    package static var untilGivenUp: Duration { .seconds(1200) }
}

/// Whether something comes true within a time. It is looked at again and again, while this thread does other work.
package func comesTrue(
    within limit: Duration = .untilGivenUp, _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let start = ContinuousClock.now
    while try await !condition() {
        guard start.duration(to: .now) < limit else { return false }
        try? await Task.sleep(for: pause(since: start))
    }
    return true
}

/// Whether something comes true within a time. This thread waits for it, so tests that are `async` use ``comesTrue(within:_:)``.
package func blockUntil(within limit: Duration = .untilGivenUp, _ condition: () throws -> Bool) rethrows -> Bool {
    let start = ContinuousClock.now
    while try !condition() {
        guard start.duration(to: .now) < limit else { return false }
        Thread.sleep(forTimeInterval: pause(since: start) / .seconds(1))
    }
    return true
}

/// How long a wait that began then pauses until it looks again. A wait is at most a tenth or 3 ms longer for it, and a long one
/// costs little: a look may read a file or start a program.
private func pause(since start: ContinuousClock.Instant) -> Duration {
    min(max(.milliseconds(3), start.duration(to: .now) / 10), .milliseconds(200))
}

/// Calls a function that blocks on a thread of its own. A task that blocked would keep one of the few threads of all tasks.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
