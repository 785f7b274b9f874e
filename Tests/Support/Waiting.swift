import Foundation

extension Duration {
    /// How long a test waits for something that must happen. It is long, since hundreds of tests share a few threads; a test
    /// that waits in vain has failed anyway.
    package static var untilGivenUp: Duration { .seconds(1200) }
}

/// Whether something comes true within a time. It is looked at every few milliseconds, while this thread does other work.
package func comesTrue(
    within limit: Duration = .untilGivenUp, _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(3))
    }
    return true
}

/// Whether something comes true within a time. This thread waits for it, so tests that are `async` use ``comesTrue(within:_:)``.
package func blockUntil(within limit: Duration = .untilGivenUp, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < deadline else { return false }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return true
}

/// Calls a function that blocks on a thread of its own. A task that blocked would keep one of the few threads of all tasks.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
