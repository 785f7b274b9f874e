/// How far a file has been fetched or sent.
public enum TransferState: Hashable, Sendable {
    /// It waits for its turn.
    case waiting
    /// So many bytes have arrived, of so many; nil if the drive doesn't know how many there are.
    case moving(Int, of: Int?)
    /// The drive broke off. It is asked for the rest.
    case resuming
    /// It is there, under this name.
    case done(name: String)
    /// It is not there.
    case failed
}
