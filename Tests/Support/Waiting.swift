extension Duration {
    /// How long a test waits for what must come. Long, since hundreds of tests take turns on the threads that there are; who
    /// waits in vain has failed anyhow.
    package static var untilGivenUp: Duration { .seconds(300) }
}

/// Whether something comes true within a time; looks again every few milliseconds.
package func comesTrue(within limit: Duration = .untilGivenUp, _ condition: () throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(3))
    }
    return true
}
