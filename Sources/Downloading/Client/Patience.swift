import AppGroupPlatform

/// How long to wait for a server, in whole seconds.
public struct Patience: Sendable {
    /// The time in which a connection must be established, including encryption.
    public var connecting = 30

    /// The time after which a server that sends nothing is given up.
    public var silence: Int

    /// The time after which a server that takes nothing of a request's body is given up.
    public var sending = 30

    /// The time after which a body is sent to a server that was asked for its agreement and does not answer.
    public var agreeing = 5

    /// A transfer slower than this many bytes a second counts as silent; 0 if every byte counts.
    public var slowest = 16

    /// The time for one complete answer, and for a file that comes in parts; 0 for no limit.
    public var total = 2 * 60 * 60

    /// When an answer, or a file, that begins now must be complete.
    var end: Deadline { total > 0 ? Deadline(after: .seconds(total)) : .never }

    /// Gives up after `silence` seconds in which nothing came.
    public init(silence: Int = 60) { self.silence = silence }
}
