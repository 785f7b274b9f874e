import NIOCore

/// What connections may hold in memory, and how long they may take.
struct ConnectionLimits: Sendable {
    /// How many connections there may be at a time.
    var connections = 4096
    /// How many bytes may wait in memory for all connections together: requests that are not handled yet, and answers that
    /// clients have not taken yet.
    var waitingBytes = 256 << 20
    /// How long the pace of a client is averaged, and how long the rest of a request's body may take after the answer.
    var window = TimeAmount.seconds(30)
    /// The fewest bytes of an answer that a client must take in each ``window``.
    var pace: UInt64 = 30 << 10
    /// How long a connection may be without a request, may take to send the head of one, and may pause inside a body.
    var idle = TimeAmount.seconds(60)
    /// How long a client that was refused may take to read the reason.
    var farewell = TimeAmount.seconds(5)

    /// How many more connections are kept for a moment, to be told that there are too many. Any more are closed at once.
    var reserve: Int { connections / 8 + 8 }

    /// How many bytes of a request's head are read at a time. Small, since each further request takes far more memory once it is
    /// decoded.
    static let headPiece = 512
    /// The most bytes that a connection may hold unread for a client that has ended its side. Others hold one read's worth.
    static let longestHeld = 256 << 10
    /// How much memory a connection takes that holds nothing: an estimate, in bytes.
    static let connectionCost = 32 << 10
}
