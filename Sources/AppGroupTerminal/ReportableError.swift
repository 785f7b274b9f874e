public import AppGroup

/// An error that is said to the person as it is, and that knows the status with which the program ends.
///
/// The description is a sentence that names the thing and says what to do next. The error type of another module takes
/// part by declaring that it conforms.
public protocol ReportableError: Error, CustomStringConvertible {
    /// The status with which the program ends: BSD `sysexits`, 64 to 78.
    var exitStatus: Int32 { get }
}

extension AppGroupError: ReportableError {}
