/// How often, and after which pauses, a request is sent again that the server could not serve.
package struct ObjectPatience: Sendable {
    /// How many times a request is sent at most.
    package var attempts = 6
    /// The pause after the first failure; each further one is twice as long.
    package var first = Duration.milliseconds(100)
    /// The longest pause, also if the server asks for a longer one.
    package var longest = Duration.seconds(10)
    /// After how many seconds without a byte a transfer is given up.
    package var silence = 20

    package init() {}

    /// The pause after some failures: a random part of what is due, so that many clients do not return at once.
    ///
    /// - Parameter failures: At least 1.
    func pause(after failures: Int, wanted seconds: Int64?) -> Duration {
        let due = min(longest, first * (1 << min(failures - 1, 16)))
        return max(due * Double.random(in: 0.5...1), min(longest, .seconds(seconds ?? 0)))
    }

    /// Runs `body` until it succeeds, fails permanently, or has failed too often.
    func insisting<Result>(_ body: () async throws -> Result) async throws -> Result {
        var failures = 0
        while true {
            do {
                return try await body()
            } catch let error as ObjectError where error.mayPass {
                failures += 1
                guard failures < attempts else { throw error }
                try await Task.sleep(for: pause(after: failures, wanted: error.pause))
            }
        }
    }
}
