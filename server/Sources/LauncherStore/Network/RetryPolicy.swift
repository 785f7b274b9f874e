import AppGroupPlatform
import Downloading

/// How often, and after which pause, a request to a server in trouble is sent again.
struct RetryPolicy: Sendable {
    /// How many times in all a request is sent, as long as nothing new arrives.
    var attempts = 5
    /// The same if no connection can be made: a user who is offline should learn that soon.
    var attemptsToConnect = 2
    /// The same if the server has answered the command before: it may be restarting. After a crash, systemd waits 5 seconds before
    /// it starts the server again.
    var attemptsToReconnect = 6
    var backoff = Backoff(first: .milliseconds(500), longest: .seconds(8))
    /// If a server wants to be left alone for longer than this, the request is not sent again.
    var longestWait = Duration.seconds(60)
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
