import Synchronization

/// Counts the connections and the bytes that wait in memory for them, and says when there are too many. All connections share it.
public final class ConnectionTally: Sendable {
    /// Whether a new connection gets answers.
    enum Admission: Hashable, Sendable {
        /// Yes.
        case served
        /// No; it gets an answer that says so.
        case refused
        /// No, and so many are refused that it gets no answer.
        case dropped
    }

    /// How many connections and bytes there may be.
    public let limits: ConnectionLimits
    /// The requests that no route answers.
    let refusals = RefusalLog()
    private let open = Atomic(0)
    private let waiting = Atomic(0)
    private let refused = Atomic(0)
    private let lost = Atomic(0)
    /// The most memory that connections took since ``takePeak()``.
    private let peak = Atomic(0)

    /// Counts for one server.
    public init(limits: ConnectionLimits = ConnectionLimits()) { self.limits = limits }

    /// How many connections are open.
    public var connections: Int { open.load(ordering: .relaxed) }
    /// How many bytes wait in memory for all connections.
    public var waitingBytes: Int { waiting.load(ordering: .relaxed) }
    /// Whether more bytes wait than may.
    public var isFull: Bool { waitingBytes > limits.waitingBytes }

    /// Counts a new connection. ``leave()`` ends it.
    func enter() -> Admission {
        let count = open.add(1, ordering: .relaxed).newValue
        recordPeak()
        if count <= limits.connections { return .served }
        return count <= limits.connections + limits.reserve ? .refused : .dropped
    }

    func leave() { open.subtract(1, ordering: .relaxed) }

    /// Whether more may be read than is wanted now. That leaves half of the room to requests and answers.
    package var mayReadAhead: Bool { waitingBytes < limits.waitingBytes / 2 }

    /// Counts bytes that wait, or no longer wait if the number is negative.
    package func wait(_ bytes: Int) {
        waiting.add(bytes, ordering: .relaxed)
        if bytes > 0 { recordPeak() }
    }

    /// Counts a connection that is refused.
    func refuse() { refused.add(1, ordering: .relaxed) }

    /// Counts a request whose connection ended, on either side, before the client could get the whole answer.
    func loseAnswer() { lost.add(1, ordering: .relaxed) }

    /// How many requests there were that got no whole answer.
    var lostAnswers: Int { lost.load(ordering: .relaxed) }

    // MARK: - Observing

    /// An estimate of the memory that connections take now, in bytes.
    public var memory: Int { waitingBytes + connections * limits.connectionCost }

    /// The largest ``memory`` since the last call.
    func takePeak() -> Int { peak.exchange(memory, ordering: .relaxed) }

    private func recordPeak() { peak.max(memory, ordering: .relaxed) }

    /// In Prometheus's text format.
    public func exposition() -> String {
        """
        # TYPE http_server_connections gauge
        http_server_connections \(connections)
        # TYPE http_server_refused_connections_total counter
        http_server_refused_connections_total \(refused.load(ordering: .relaxed))
        # TYPE http_server_waiting_bytes gauge
        http_server_waiting_bytes \(waitingBytes)
        \(refusals.exposition)
        """
    }
}
