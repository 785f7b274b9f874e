/// How long to wait for a server, in whole seconds.
public struct Patience: Sendable {
    /// The time until a connection is established, encryption included.
    public var connecting = 30

    /// The time in which nothing arrives.
    public var silence: Int

    /// The time in which the server takes nothing of a request's body.
    public var sending = 30

    /// The time after which a body is sent to a server that was asked for its agreement and does not answer.
    public var agreeing = 5

    /// A transfer slower than this many bytes a second counts as silent; 0 if every byte counts.
    public var slowest = 16

    /// The time for all of one answer; 0 for any time. A file that comes in parts is asked for until then.
    public var total = 2 * 60 * 60

    /// Gives up after `silence` seconds in which nothing came.
    public init(silence: Int = 60) { self.silence = silence }
}
