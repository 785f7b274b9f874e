public import AppGroup
import AppGroupPlatform

/// A failure with which a tool may end: a sentence for the user, and an exit status.
///
/// The errors of a library that is made for tools conform, so that they pass through a tool as they are.
public protocol ToolFailure: Error, CustomStringConvertible {
    /// A status of BSD's sysexits.h.
    var status: AppExitStatus { get }
}

extension Console {
    /// Says why a tool failed, and ends it with the status of the failure.
    ///
    /// This is much faster than an exit through ArgumentParser, which would first create the help text of the entire program.
    public func leave(_ failure: any ToolFailure) -> Never {
        say(failure)
        Processes.leave(failure.status)
    }
}
