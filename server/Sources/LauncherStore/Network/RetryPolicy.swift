import Downloading

/// How often, and after which pause, a request to a server in trouble is sent again.
struct RetryPolicy: Sendable {
    /// How many times in all a request is sent, as long as nothing new arrives.
    var attempts = 5
    /// The same if no connection can be made: a user who is offline should learn that soon.
    var attemptsToConnect = 2
    /// The longest pause after the first time; each further one is twice as long.
    var firstPause = Duration.milliseconds(500)
    var longestPause = Duration.seconds(8)
    /// If a server wants to be left alone for longer than this, the request is not sent again.
    var longestWait = Duration.seconds(60)

    /// The pause after this many attempts. Its upper bound doubles each time, and a random part of that, at least half, is
    /// taken, so that the clients of a server that comes back do not all come at once.
    func pause(after attempts: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let longest = (1..<max(1, attempts)).reduce(firstPause) { pause, _ in min(pause * 2, longestPause) }
        return longest * Double.random(in: 0.5...1, using: &generator)
    }

    /// As ``pause(after:using:)``, from the system's source of random numbers.
    func pause(after attempts: Int) -> Duration {
        var generator = SystemRandomNumberGenerator()
        return pause(after: attempts, using: &generator)
    }
}

/// How long a server wants to be left alone: the field `Retry-After` (RFC 9110 section 10.2.3).
struct RetryAfter: Hashable, Sendable {
    let seconds: Int

    /// `nil` if the answer does not say, or names more seconds than nine digits can.
    init?(_ head: ResponseHead) {
        guard let seconds = head.secondsToWait, seconds <= 999_999_999 else { return nil }
        self.seconds = Int(seconds)
    }

    var duration: Duration { .seconds(seconds) }

    /// The time in words.
    var phrase: String {
        switch seconds {
        case ..<2: "in a second"
        case ..<120: "in \(seconds) seconds"
        case ..<7200: "in \(seconds / 60) minutes"
        default: "in \(seconds / 3600) hours"
        }
    }
}
