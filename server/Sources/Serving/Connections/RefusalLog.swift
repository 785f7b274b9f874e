import Logging
import Synchronization

/// Counts and logs the requests that are refused before any route sees them, and those whose route's answer is replaced, since
/// there is no room for it.
///
/// A flood of them must not fill the disk, so only the first few of a minute get a line. The next line says how many got none.
final class RefusalLog: Sendable {
    private struct Counts {
        /// By their status.
        var refused: [Int: Int] = [:]
        /// When the minute began, and how many lines it has.
        var minute: (began: ContinuousClock.Instant, lines: Int)?
        /// How many got no line since the last one.
        var omitted = 0
    }

    private let counts = Mutex(Counts())

    /// How many lines a minute may have.
    static let mostLines = 10

    /// A request is refused.
    ///
    /// - Parameters:
    ///   - address: That of the connection.
    ///   - now: The moment, which begins a new minute if the last one is over.
    func record(
        _ error: ServiceError, from address: String?, at now: ContinuousClock.Instant = .now, in logger: Logger
    ) {
        let omitted: Int? = counts.withLock { counts in
            counts.refused[error.code.status.code, default: 0] += 1
            var minute = counts.minute ?? (now, 0)
            if now - minute.began >= .seconds(60) { minute = (now, 0) }
            let isLogged = minute.lines < Self.mostLines
            defer { counts.omitted = isLogged ? 0 : counts.omitted + 1 }
            counts.minute = (minute.began, minute.lines + (isLogged ? 1 : 0))
            return isLogged ? counts.omitted : nil
        }
        guard let omitted else { return }
        var metadata: Logger.Metadata = [
            "status": .stringConvertible(error.code.status.code), "code": .string(error.code.name),
            "reason": .string(error.description),
        ]
        if let address { metadata["address"] = .string(address) }
        if omitted > 0 { metadata["omitted"] = .stringConvertible(omitted) }
        logger.info("request refused", metadata: metadata)
    }

    /// In Prometheus's text format.
    var exposition: String {
        let refused = counts.withLock { $0.refused }.sorted { $0.key < $1.key }
        return "# TYPE http_server_refused_requests_total counter\n"
            + refused.map { "http_server_refused_requests_total{status=\"\($0.key)\"} \($0.value)\n" }.joined()
    }
}
