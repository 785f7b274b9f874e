/// An error with a message for the user and an exit status.
///
/// The description is a sentence that names the thing that failed and says what to do next. Modules can conform their
/// own error types.
public protocol ReportableError: Error, CustomStringConvertible {
    /// The status with which the program ends: BSD `sysexits`, 64 to 78.
    var exitStatus: AppExitStatus { get }
}

extension AppExitStatus {
    /// The status with which any error but those of ArgumentParser ends a program: its own if it has one, else
    /// ``inputOutput``, because what has none comes from the operating system or from another library.
    package init(of error: any Error) { self = (error as? any ReportableError)?.exitStatus ?? .inputOutput }
}
