// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
import AppGroupPlatform
import CAppGroupLibrary

/// Where a function that can fail leaves its error.
typealias ErrorResult = UnsafeMutablePointer<OpaquePointer?>?

/// Runs a call that can fail, and gives its status.
///
/// `fork` waits until the call has ended, and so the child finds no lock taken, neither here nor in Swift's runtime.
///
/// - Parameter error: Set to NULL, or to what `body` throws.
func attempt(_ error: ErrorResult, _ body: () throws -> Void) -> appgroup_status {
    answer(error) {
        try body()
        return APPGROUP_OK
    }
}

/// Does the same for a call with more than one status of success.
func answer(_ error: ErrorResult, _ body: () throws -> appgroup_status) -> appgroup_status {
    perform {
        error?.pointee = nil
        do {
            return try body()
        } catch let thrown {
            let failure = LibraryError(thrown)
            error?.pointee = Handle(ErrorHandle(failure)).pointer
            return failure.status
        }
    }
}

/// Runs a call that cannot fail.
func perform<Result>(_ body: () -> Result) -> Result {
    ForkGate.pass {
        HostProcess.prepare()
        return body()
    }
}

/// The process of the caller, in which no thread is started.
enum HostProcess {
    private static let preparation: Void = { Reaper.adopt = LeftChildren.add }()

    /// Collects the apps that this process has started and that have ended.
    static func prepare() {
        _ = preparation
        LeftChildren.collect()
    }
}

/// Text from the caller.
///
/// - Throws: ``LibraryError`` if it is NULL or no UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ argument: String) throws -> String {
    guard let pointer else { throw LibraryError.missing(argument) }
    guard let text = String(validatingCString: pointer) else {
        let mayBeURLOrFile = ["id_or_url", "url", "argv"].contains(argument)
        let advice = mayBeURLOrFile ? " Percent-encode a URL, or rename a file." : ""
        throw LibraryError.usage(
            "The argument “\(argument)” is not valid UTF-8: \(PlainText.quoted(String(cString: pointer))).\(advice)")
    }
    return text
}

/// Where a result goes.
///
/// - Throws: ``LibraryError`` if it is NULL.
func place<Value>(_ pointer: UnsafeMutablePointer<Value>?, _ argument: String) throws -> UnsafeMutablePointer<Value> {
    guard let pointer else { throw LibraryError.missing(argument) }
    return pointer
}

@c @implementation
public func appgroup_version() -> UInt32 {
    UInt32(APPGROUP_VERSION_MAJOR) << 16 | UInt32(APPGROUP_VERSION_MINOR) << 8 | UInt32(APPGROUP_VERSION_PATCH)
}
