/// Talks to an Exchange server through Exchange Web Services.
///
/// Every call is asynchronous and runs on a thread of its own while it waits for the server. Calls may overlap: at most
/// ``EWSConfiguration/jobs`` requests run at once, each on a connection that stays open and logged in, and the others wait for
/// their turn. Canceling the task ends a call. No call tries again by itself, except that a connection which was closed during
/// the login is made once more; that a server is busy is reported, and its wish to be left alone is the caller's to obey.
public final class EWSClient: Sendable {
    /// How the server is reached.
    public let configuration: EWSConfiguration

    /// A client. It connects for the first call.
    public init(_ configuration: EWSConfiguration) {
        self.configuration = configuration
    }
}
