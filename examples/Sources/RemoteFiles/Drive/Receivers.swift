/// Keeps the beginning of a file in memory.
public final class BeginningReceiver: RemoteReceiver {
    /// The bytes that have arrived.
    public private(set) var bytes: [UInt8] = []
    /// What the drive said about the file; nil before it has answered.
    public private(set) var part: RemotePart?

    /// Nothing yet.
    public init() {}

    /// Begins with nothing.
    public func begin(_ part: RemotePart) {
        self.part = part
        bytes = []
    }

    /// Keeps the bytes.
    public func receive(_ bytes: [UInt8]) { self.bytes += bytes }
}
