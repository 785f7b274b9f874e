import AppGroup
import Downloading

/// When a server may be asked again.
enum Manners {
    private static let hour: Int64 = 3600
    private static let day: Int64 = 86_400

    /// When to ask for a feed next: not before an hour has passed, later if the answer or the feed itself asks for
    /// that, but never later than a day and the time in which the feed wants to be left alone.
    ///
    /// - Parameters:
    ///   - minutes: What the feed says about itself, such as RSS's `ttl`.
    ///   - skipped: When the feed wants to be left alone.
    static func next(after now: Timestamp, _ head: ResponseHead, minutes: Int, skipped: SkippedTimes) -> Timestamp {
        let wait = max(hour, maximumAge(head) ?? 0, Int64(min(minutes, 24 * 60)) * 60)
        var next = now.seconds + min(wait, day)
        for _ in 0..<(7 * 24) where skipped.contains(next) { next = (next / hour + 1) * hour }
        return Timestamp(seconds: next)
    }

    /// `Cache-Control: max-age`, in seconds (RFC 9111, 5.2.2.1).
    private static func maximumAge(_ head: ResponseHead) -> Int64? {
        let directives = head["cache-control"]?.lowercased().split(separator: ",") ?? []
        return directives.lazy.compactMap { directive in
            let parts = directive.split(separator: "=").map { $0.filter { $0 != " " && $0 != "\"" } }
            return parts.count == 2 && parts[0] == "max-age" ? Int64(parts[1]) : nil
        }.first
    }

    /// Until when a server wants all requests to stop: nil if it doesn't. `Retry-After` counts up to a day (RFC 9110,
    /// 10.2.3), and status 429 without it for an hour.
    static func rest(after now: Timestamp, _ head: ResponseHead) -> Timestamp? {
        guard [429, 503].contains(head.status) else { return nil }
        guard let seconds = head.secondsToWait ?? (head.status == 429 ? hour : nil), seconds > 0 else { return nil }
        return Timestamp(seconds: now.seconds + min(seconds, Store.longestRest))
    }

    /// The conditions under which a server should send a feed again.
    static func conditions(_ check: FeedCheck) -> [String] {
        [check.etag.map { "If-None-Match: \($0)" }, check.lastModified.map { "If-Modified-Since: \($0)" }].compactMap {
            $0
        }
    }

    /// A `Last-Modified` that can be sent back. A date that no file can have yet would hide every change.
    static func lastModified(_ head: ResponseHead, now: Timestamp) -> String? {
        guard let value = head["last-modified"], let seconds = HTTPDate.seconds(value), seconds <= now.seconds + day
        else {
            return nil
        }
        return value
    }
}
