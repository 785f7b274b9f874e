/// A mistake in how a command was called: what is wrong and what to say instead. Exit status 64.
public struct Misuse: ReportableError {
    /// A sentence that says what is wrong and what to say instead.
    public let description: String

    /// Makes an error of that sentence.
    public init(_ description: String) { self.description = description }

    /// 64, the BSD `sysexits` status for usage.
    public var exitStatus: Int32 { 64 }
}
