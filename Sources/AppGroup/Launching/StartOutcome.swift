/// How a start went. Where the app took the caller's place, nobody is left to learn it.
public enum StartOutcome: Hashable, Sendable {
    /// The app runs on its own as this process.
    case detached(Int32)
    /// The app took the request from the session bus.
    case activated
    /// The app ran in the caller's terminal and ended with this status: 128 and the signal's number after a signal.
    case ended(Int32)
}
