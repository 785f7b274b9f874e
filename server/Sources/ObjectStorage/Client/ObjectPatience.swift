package import AppGroupPlatform

/// How often, and after which pauses, a request is sent again that the server could not serve.
package struct ObjectPatience: Sendable {
    /// How many times a request is sent at most.
    package var attempts = 6
    /// The pauses between them. `longest` also limits a pause that the server asks for.
    package var backoff = Backoff(first: .milliseconds(100), longest: .seconds(10))
    /// After how many seconds without a byte a transfer is given up.
    package var silence = 20

    package init() {}

    /// The pause after some failures.
    ///
    /// - Parameters:
    ///   - failures: At least 1.
    ///   - seconds: How long the server wants to be left alone.
    func pause(after failures: Int, wanted seconds: Int64?) -> Duration {
        max(backoff.pause(after: failures), min(backoff.longest, .seconds(seconds ?? 0)))
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
