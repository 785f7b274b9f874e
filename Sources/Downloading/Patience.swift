/// How long to wait for a server, in whole seconds.
public struct Patience: Sendable {
    /// Until it can be talked to.
    public var connecting = 30

    /// Without anything worth mentioning: fewer than ``slowest`` bytes a second on average.
    public var silence: Int

    /// For all of one answer. A file that comes in parts is asked for on until then.
    public var total = 2 * 60 * 60

    /// What counts as nothing, in bytes a second.
    public static let slowest = 16

    /// Gives up after `silence` seconds in which nothing came.
    public init(silence: Int = 60) { self.silence = silence }
}
