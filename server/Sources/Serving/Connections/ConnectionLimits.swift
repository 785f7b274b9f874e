import AppGroupPlatform
public import NIOCore

/// What connections may hold in memory, and how long they may take.
public struct ConnectionLimits: Sendable {
    /// How many connections there may be at a time.
    public var connections = 4096
    /// How many bytes may wait in memory for all connections together: requests that are not handled yet, and answers that
    /// clients have not taken yet.
    public var waitingBytes = 256 << 20
    /// How long the pace of a client is averaged, and how long the rest of a request's body may take after the answer.
    public var window = TimeAmount.seconds(30)
    /// The fewest bytes of an answer that a client must take in each ``window``.
    public var pace: UInt64 = 30 << 10
    /// How long a connection may be without a request, may take to send the head of one, and may pause inside a body.
    public var idle = TimeAmount.seconds(60)
    /// How long a client that was refused may take to read the reason.
    public var farewell = TimeAmount.seconds(5)
    /// How much memory a connection takes that holds nothing: an estimate, in bytes.
    private(set) var connectionCost = 32 << 10

    /// The standard limits.
    public init() {}

    /// The limits of a server.
    ///
    /// - Parameters:
    ///   - connections: How many connections there may be at a time; fewer if the process may not have as many files and
    ///     connections open. A download uses two.
    ///   - waitingBytes: How many bytes may wait in memory for all connections together.
    ///   - seconds: A transfer slower than 1 KiB/s, averaged over this many seconds, is cut off.
    ///   - isEncrypted: Whether connections use TLS, whose buffers take about as much memory as everything else.
    public init(connections: Int, waitingBytes: Int, transferSeconds seconds: Int, isEncrypted: Bool) {
        self.connections = min(connections, max(16, ThisProcess.openFileLimit / 2 - 64))
        self.waitingBytes = waitingBytes
        window = .seconds(Int64(seconds))
        pace = UInt64(seconds) << 10
        if isEncrypted { connectionCost *= 2 }
    }

    /// How many more connections are kept for a moment, to be told that there are too many. Any more are closed at once.
    var reserve: Int { connections / 8 + 8 }

    /// How many bytes of a request's head are read at a time. Small, since each further request takes far more memory once it is
    /// decoded.
    static let headPiece = 512
    /// The most bytes that a connection may hold unread for a client that has ended its side. Others hold one read's worth.
    static let longestHeld = 256 << 10
}
