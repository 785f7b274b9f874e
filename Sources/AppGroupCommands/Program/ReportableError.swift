public import AppGroup

/// An error with a message for the user and an exit status.
///
/// The description is a sentence that names the thing that failed and says what to do next. Modules can conform their
/// own error types.
public protocol ReportableError: Error, CustomStringConvertible {
    /// The status with which the program ends: BSD `sysexits`, 64 to 78.
    var exitStatus: AppExitStatus { get }
}

extension AppGroupError: ReportableError {}

/// A mistake in how a command was called. Exit status 64.
public struct Misuse: ReportableError {
    /// A sentence that says what is wrong and what to type instead.
    public let description: String

    /// Creates an error with this message.
    public init(_ description: String) { self.description = description }

    /// 64, the BSD `sysexits` status for usage.
    public var exitStatus: AppExitStatus { .usage }
}
