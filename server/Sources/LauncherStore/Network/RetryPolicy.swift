/// How often, and after which pause, a request is sent again that met a server in trouble.
struct RetryPolicy: Sendable {
    /// How many times in all, as long as nothing new arrives.
    var attempts = 5
    /// The longest pause after the first time; each further one is twice as long.
    var firstPause = Duration.milliseconds(500)
    var longestPause = Duration.seconds(8)
    /// A server that wants to be left alone for longer than this is left alone altogether.
    var longestWait = Duration.seconds(60)

    /// The pause after so many attempts: a random part, at least a half, of what doubles each time, so that the clients of a
    /// server that comes back do not all come at once.
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
