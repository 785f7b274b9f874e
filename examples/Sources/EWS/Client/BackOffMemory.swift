/// Remembers how long a server wants to be left alone, for as many clients and processes as use the same memory.
///
/// A client without a memory leaves this to its caller, who learns of it from ``EWSError/backOffMilliseconds``.
public protocol BackOffMemory: Sendable {
    /// How long the server must still be left alone, in milliseconds; 0 if it may be asked now.
    ///
    /// A client asks this before each request. If it is not 0, the request is not sent, and fails with ``EWSError/Code/busy``.
    func remaining() -> Int

    /// The server wants to be left alone for so many milliseconds from now on. A longer wish that is known stays.
    ///
    /// A client says this before it sends anything else.
    func keep(milliseconds: Int)
}
